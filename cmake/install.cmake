# Defines `cmake --install` and the tarball (target package): bin/ezscope and share/, which can be unpacked anywhere.
# Only the tarball contains the small libraries that a desktop may lack, in lib/ezscope. X11 and OpenGL always come from
# the machine and are never bundled.
include(GNUInstallDirs)

install(TARGETS ezscope RUNTIME_DEPENDENCY_SET ezscope_libraries)
install(RUNTIME_DEPENDENCY_SET ezscope_libraries
  PRE_INCLUDE_REGEXES "^libglfw" "^libfmt" "^libpng" "^libz\\." "^libtomlplusplus" "^libmuparser" "^libqrcodegen" "^libgomp" PRE_EXCLUDE_REGEXES ".*"
  LIBRARY DESTINATION lib/ezscope COMPONENT carried EXCLUDE_FROM_ALL)
install(FILES LICENSE THIRD_PARTY.md README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Licence texts of all code that is compiled in or bundled, unchanged. A wheel has only the component python.
set(bundle ${EZSCOPE_IMGUI_BUNDLE_DIR})
set(licenses ${CMAKE_INSTALL_DOCDIR}/licenses)
set(in_wheel "")
if(SKBUILD)
  set(licenses ezscope/licenses)
  set(in_wheel COMPONENT python)
  install(FILES THIRD_PARTY.md DESTINATION ${licenses} ${in_wheel})
endif()
install(FILES ${bundle}/external/imgui/imgui/LICENSE.txt DESTINATION ${licenses} RENAME dear-imgui.txt ${in_wheel})
install(FILES ${bundle}/external/implot/implot/LICENSE DESTINATION ${licenses} RENAME implot.txt ${in_wheel})
install(FILES ${bundle}/bindings/imgui_bundle/assets/fonts/Inconsolata-LICENSE-OFL.txt DESTINATION ${licenses} RENAME ofl.txt ${in_wheel})
install(FILES ${bundle}/bindings/imgui_bundle/assets/fonts/Roboto/LICENSE.txt DESTINATION ${licenses} RENAME roboto.txt ${in_wheel})
foreach(package libcli11-dev libeigen3-dev libfmt-dev libglfw3-dev libglm-dev libmuparser-dev libpng-dev libqrcodegencpp-dev libtomlplusplus-dev python3-glad zlib1g)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${licenses} RENAME ${package}.txt ${in_wheel} OPTIONAL)
endforeach()
install(FILES assets/ezscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/ezscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
# Debian wants the manual page and the change log compressed.
set(debian ${PROJECT_BINARY_DIR}/debian)
file(WRITE ${debian}/changelog "ezscope (${PROJECT_VERSION}) unstable; urgency=medium

  * CHANGELOG.md lists the changes.

 -- ezscope developers <noreply@example.org>  Thu, 01 Jan 2026 00:00:00 +0000
")
file(COPY assets/ezscope.1 DESTINATION ${debian})
execute_process(COMMAND gzip -9nf changelog ezscope.1 WORKING_DIRECTORY ${debian} COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${debian}/ezscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${debian}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES assets/ezscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME ezscope-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
set(CPACK_COMPONENTS_ALL Unspecified carried)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_THREADS 0)
# The Debian package: `cpack -G DEB` in the build folder.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package.cmake)
set(CPACK_PACKAGE_CONTACT "ezscope developers <noreply@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive simulator of Maxwell's equations in two dimensions")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "It computes electromagnetic waves by finite differences in time while a window
shows them. Sources, media and boundaries can be edited while a scene runs, and
built-in scenes compare measured numbers with theory. Gas and heat run in the
same window.")
set(CPACK_DEBIAN_PACKAGE_NAME ezscope)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1-mesa-dri, libxcursor1, libxi6, libxrandr2")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ffmpeg, fonts-ipaexfont-gothic")
include(CPack)

# Defines `cmake --install` and the tarball (target package): bin/ezscope and share/, which can be unpacked anywhere.
# Only the tarball contains the small libraries that a desktop may lack, in lib/ezscope. X11 and OpenGL always come from
# the machine and are never bundled.
include(GNUInstallDirs)

install(TARGETS ezscope RUNTIME_DEPENDENCY_SET ezscope_libraries)
install(RUNTIME_DEPENDENCY_SET ezscope_libraries
  PRE_INCLUDE_REGEXES "^libglfw" "^libfmt" "^libpng" "^libz\\." "^libtomlplusplus" "^libmuparser" "^libqrcodegen" "^libgomp" PRE_EXCLUDE_REGEXES ".*"
  LIBRARY DESTINATION lib/ezscope COMPONENT carried EXCLUDE_FROM_ALL)
install(FILES LICENSE THIRD_PARTY.md README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Licence texts of all code that is compiled in or bundled, unchanged.
set(bundle ${EZSCOPE_IMGUI_BUNDLE_DIR})
set(licenses ${CMAKE_INSTALL_DOCDIR}/licenses)
install(FILES ${bundle}/external/imgui/imgui/LICENSE.txt DESTINATION ${licenses} RENAME dear-imgui.txt)
install(FILES ${bundle}/external/implot/implot/LICENSE DESTINATION ${licenses} RENAME implot.txt)
install(FILES ${bundle}/bindings/imgui_bundle/assets/fonts/Inconsolata-LICENSE-OFL.txt DESTINATION ${licenses} RENAME ofl.txt)
install(FILES ${bundle}/bindings/imgui_bundle/assets/fonts/Roboto/LICENSE.txt DESTINATION ${licenses} RENAME roboto.txt)
foreach(package libcli11-dev libeigen3-dev libfmt-dev libglfw3-dev libglm-dev libmuparser-dev libpng-dev libqrcodegencpp-dev libtomlplusplus-dev python3-glad zlib1g)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${licenses} RENAME ${package}.txt OPTIONAL)
endforeach()
install(FILES assets/ezscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
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
include(CPack)

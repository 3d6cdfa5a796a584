# Uses the OpenCL headers if they are found. The library itself is opened at run time. Otherwise the build prints one
# status line and continues without the OpenCL engine.
set(EZSCOPE_HAS_OPENCL OFF)
if(EZSCOPE_OPENCL AND NOT EMSCRIPTEN)
  find_path(EZSCOPE_OPENCL_INCLUDE CL/cl.h)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT EZSCOPE_OPENCL_INCLUDE)
    message(STATUS "OpenCL: CL/cl.h not found, no OpenCL engine (package opencl-headers)")
  elseif(NOT Python3_FOUND)
    message(STATUS "OpenCL: python3 not found, no OpenCL engine")
  else()
    set(EZSCOPE_HAS_OPENCL ON)
    message(STATUS "OpenCL: built in")
  endif()
else()
  message(STATUS "OpenCL: switched off")
endif()

# ezscope_opencl_kernels(TARGET) embeds the kernels in TARGET, as "embed/opencl_kernels.h". The functions of
# solver/physics that they call are translated from C++.
function(ezscope_opencl_kernels target)
  set(physics ${PROJECT_SOURCE_DIR}/solver/physics)
  set(parts
    ${PROJECT_SOURCE_DIR}/solver/scene/quantity.h:Quantity
    ${physics}/yee.h:update_hx,update_hy,update_ez
    ${physics}/cpml.h:Stretch,stretch,update_hx_layer,update_hy_layer,update_ez_x_layer,update_ez_layer
    ${physics}/mur.h:mur_first_order,mur_correction,mur_second_order
    ${physics}/rim.h:CrossWeights,cross_increment,half_step_on,depolarising_field,correct_for_rim
    ${physics}/energy.h:EnergyStock,energy_weight,loss_weight,electric_loss,flux_out,source_input,magnetic_loss,conductor_loss,electric_energy,magnetic_energy,pending_loss
    ${physics}/poles.h:PoleCoefs,pole_known_j,correct_for_pole,advance_pole,pole_energy,pole_loss,stock_of_h_poles
    ${physics}/map.h:MapScale,add_turned,add_square,real_part,imaginary_part,map_value
    ${physics}/quantity.h:QuantityUnits,Around,NoneBeyond,with_even_image,quantity_at
    ${physics}/view.h:SignedExtreme,no_extreme,add_extreme\#0,extreme_of,value_of,ViewTap,view_blend)
  set(headers ${parts})
  list(TRANSFORM headers REPLACE ":[^:]*$" "")
  set(translated ${CMAKE_CURRENT_BINARY_DIR}/opencl/physics.cl)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/opencl)
  add_custom_command(
    OUTPUT ${translated}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/cxx2cl.py ${translated} ${parts}
    DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/cxx2cl.py
    VERBATIM)
  set(kernels ${CMAKE_CURRENT_SOURCE_DIR}/engine/opencl/kernels)
  set(files prelude grid step points poles picture energy split pass_tables tile pass measure)
  list(TRANSFORM files PREPEND ${kernels}/)
  list(TRANSFORM files APPEND .cl)
  ezscope_embed(${target} opencl_kernels ${translated} ${files})
endfunction()

# The modules of a page: `ezscope` with threads, where the page may share memory between them, and `ezscope_single` without. Both
# are linked from the same objects. `ezscope_node` is the command line for node, for tests.
set(web_options -fexceptions -O2 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sINITIAL_MEMORY=128MB -sTOTAL_STACK=4MB)
set(web_page_options -sMODULARIZE=1 -sEXPORT_NAME=Ezscope -sENVIRONMENT=web,worker -sFORCE_FILESYSTEM=1 -lidbfs.js
  -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sEXPORTED_RUNTIME_METHODS=FS,IDBFS,ENV,ccall,HEAPU8)
# Threads are started with the page, because a page starts further ones only between its frames, and a frame that waits for one
# would never end: twice as many as usable_cores(), for a run and the run that replaces it, and some for pictures of the gallery,
# searches and runs that are made in the background. If none is left, no thread can be created (startable_threads()).
set(web_thread_options -pthread "-sPTHREAD_POOL_SIZE=2*Math.min(navigator.hardwareConcurrency,16)+6" -sPTHREAD_POOL_SIZE_STRICT=2
  -sDEFAULT_PTHREAD_STACK_SIZE=1MB)

target_link_options(ezscope PRIVATE ${web_options} ${web_page_options} ${web_thread_options})
add_executable(ezscope_single main.cpp)
target_link_libraries(ezscope_single PRIVATE ezscope_warnings app imgui)
target_link_options(ezscope_single PRIVATE ${web_options} ${web_page_options} -sUSE_PTHREADS=0)
add_executable(ezscope_node EXCLUDE_FROM_ALL main.cpp)
target_link_libraries(ezscope_node PRIVATE ezscope_warnings app imgui)
target_link_options(ezscope_node PRIVATE ${web_options} -sENVIRONMENT=node,worker -sNODERAWFS=1 -sEXIT_RUNTIME=1 -pthread -sPTHREAD_POOL_SIZE=8 -sPTHREAD_POOL_SIZE_STRICT=2
  -sDEFAULT_PTHREAD_STACK_SIZE=1MB -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2)

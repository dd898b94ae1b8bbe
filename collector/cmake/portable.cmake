# Links libraries that run with glibc 2.17 or newer and with musl, whatever the C library and the
# compiler of the machine that they are built on.
#
# Two things would tie a library to this machine: newer versions of the C library's symbols, which
# the linker takes because they are the default here, and the C++ library, which needs many. So
# libraries are linked against stubs that offer exactly what libc/symbols.txt lists, and what they use
# of the C++ library comes from its archive, less what a thrown exception needs (src/runtime).
# Headers of the JDK, the kernel's numbers and libgcc's arithmetic tie to nothing.

# A library of the name that a C library has, to be linked against and never to be loaded.
function(uncork_stub soname)
  set(assembler "")
  set(versions "")
  file(STRINGS libc/symbols.txt lines REGEX "^${soname} ")
  foreach(line IN LISTS lines)
    separate_arguments(words UNIX_COMMAND "${line}")
    list(GET words 1 symbol)
    list(GET words 2 version)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
      set(version 2.17)
    endif()
    if(symbol STREQUAL environ)
      set(type "object\\n.size ${symbol},8\\n.data")
    else()
      set(type "function\\n.text")
    endif()
    string(APPEND assembler
      "asm(\".globl ${symbol}\\n.type ${symbol},%${type}\\n${symbol}: .quad 0\");\n")
    string(REPLACE . _ key "${version}")
    list(APPEND versions "${version}")
    string(APPEND symbols_${key} " ${symbol};")
  endforeach()
  list(REMOVE_DUPLICATES versions)
  set(script "")
  foreach(version IN LISTS versions)
    string(REPLACE . _ key "${version}")
    string(APPEND script "GLIBC_${version} {${symbols_${key}} };\n")
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/libc/${soname}")
  file(CONFIGURE OUTPUT "${folder}.cpp" CONTENT "${assembler}" @ONLY)
  file(CONFIGURE OUTPUT "${folder}.map" CONTENT "${script}" @ONLY)
  add_library(${soname} SHARED "${folder}.cpp")
  set_target_properties(${soname} PROPERTIES
    PREFIX "" OUTPUT_NAME "stub-${soname}" NO_SONAME ON INTERPROCEDURAL_OPTIMIZATION OFF
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/libc")
  target_link_options(${soname} PRIVATE -nostdlib -Wl,-soname,${soname}
    "-Wl,--version-script,${folder}.map")
endfunction()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS libc/symbols.txt)
set(uncork_stubs libc.so.6 libpthread.so.0 libdl.so.2)
foreach(soname IN LISTS uncork_stubs)
  uncork_stub(${soname})
endforeach()

add_library(uncork-runtime STATIC src/runtime/runtime.cpp)

# Links a library that exports these symbols only.
function(uncork_portable target)
  string(JOIN "; " exports ${ARGN})
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${target}.map")
  file(CONFIGURE OUTPUT "${script}" CONTENT "{ global: ${exports}; local: *; };\n" @ONLY)
  target_link_libraries(${target} PRIVATE uncork-runtime -l:libstdc++.a ${uncork_stubs} gcc)
  target_link_options(${target} PRIVATE -nodefaultlibs "-Wl,--version-script,${script}"
    -Wl,-z,defs -Wl,-z,now -Wl,--as-needed)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX SKIP_BUILD_RPATH ON)
endfunction()

# Options of every target: language, warnings, optimisation, sanitizers.
option(CASATA_TESTS "Build the tests" ON)
option(CASATA_WERROR "Warnings are errors: for tests, since every new compiler has new warnings" OFF)
option(CASATA_LTO "Optimise across files at link time" OFF)
option(CASATA_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(CASATA_WASM "Build the WebAssembly modules (wasm preset)" OFF)
option(CASATA_TOOLS_ONLY "Build only the generator, for a cross build" OFF)
set(CASATA_SANITIZE "" CACHE STRING "Value of -fsanitize, e.g. address,undefined")
mark_as_advanced(CASATA_TOOLS_ONLY)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${CASATA_LTO})

add_library(casata_options INTERFACE)
target_include_directories(casata_options INTERFACE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
target_compile_options(casata_options INTERFACE -Wall -Wextra -Wpedantic
    -Wno-missing-field-initializers) # the rows of our tables leave out what is zero
if(CASATA_WERROR)
    target_compile_options(casata_options INTERFACE -Werror)
endif()
if(CASATA_SANITIZE)
    target_compile_options(casata_options INTERFACE
        -fsanitize=${CASATA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(casata_options INTERFACE -fsanitize=${CASATA_SANITIZE})
endif()
if(CASATA_FUZZ)
    target_compile_options(casata_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The engine: strict C17, no compiler extensions.
function(casata_pure target)
    set_target_properties(${target} PROPERTIES C_EXTENSIONS OFF)
endfunction()

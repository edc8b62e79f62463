# The test programs. ./test runs them; each ends with a line "N passed, N failed".
#
#   props_test      tests/props
#   signature       one hash over seeded games, and speed
#   say_all         prints the messages of a game in a language
#   vain            counts what is touched in vain without a reason
#   <name>_test     tests/<name>/test_*.c, a suite a file; tests/<name>/main.c and the sources next to it; or
#                   tests/<name>.c and tests/<name>_*.c
#   casata_example  the command with the example game (cmake/example.cmake), which all programs here have
#   fuzz_<name>     tests/fuzz (fuzz preset)
#   casata_test     unit tests, properties and signature in one module (wasm preset)
casata_example_game()

add_library(test_harness STATIC tests/harness.c)
target_link_libraries(test_harness PUBLIC casata_options)
target_include_directories(test_harness PUBLIC tests)

add_library(casata_props STATIC tests/props/props.c tests/props/props_view.c tests/props/props_order.c)
target_link_libraries(casata_props PUBLIC casata_core)
target_include_directories(casata_props PUBLIC tests)

# The list of the suites in sources test_<suite>.c, as a source.
function(casata_suites name)
    foreach(source ${ARGN})
        string(REGEX REPLACE ".*/test_(.*)\\.c$" "\\1" suite ${source})
        string(APPEND declared "extern const struct test_suite suite_${suite};\n")
        string(APPEND listed "    &suite_${suite},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${gen}/${name}_suites.c @ONLY CONTENT [[
#include "harness.h"
@declared@
const struct test_suite *const test_suites[] = {
@listed@};
const int n_test_suites = sizeof test_suites / sizeof *test_suites;
]])
endfunction()

if(CASATA_WASM)
    file(GLOB sources CONFIGURE_DEPENDS tests/unit/test_*.c)
    casata_without_example(sources)
    casata_suites(unit ${sources})
    add_executable(casata_test_wasm tests/wasm/test_exports.c tests/props/signature.c ${sources} ${gen}/unit_suites.c)
    target_link_libraries(casata_test_wasm PRIVATE casata_props test_harness)
    casata_add_example(casata_test_wasm)
    set_target_properties(casata_test_wasm PROPERTIES OUTPUT_NAME casata_test SUFFIX .wasm)
    return()
endif()

add_library(casata_props_native STATIC tests/props/props_native.c tests/props/messages.c)
target_link_libraries(casata_props_native PUBLIC casata_match casata_props test_harness)

# Of the engine alone, so that the builds that are made for it take little.
add_executable(signature tests/props/signature.c tests/props/signature_main.c)
target_link_libraries(signature PRIVATE casata_props)
casata_add_example(signature)

# A program of tests with the example game.
function(casata_test_program name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE casata_cli casata_props_native test_harness ${JANSSON})
    casata_add_example(${name} example_command)
endfunction()

casata_test_program(props_test tests/props/main.c)
casata_test_program(say_all tests/props/say_all.c)
casata_test_program(vain tests/props/vain.c)
casata_test_program(casata_example src/cli/main.c)

file(GLOB files RELATIVE ${CMAKE_SOURCE_DIR}/tests CONFIGURE_DEPENDS tests/*.c)
list(REMOVE_ITEM files harness.c suites.c)
list(FILTER files EXCLUDE REGEX "_")
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(GLOB sources CONFIGURE_DEPENDS tests/${name}.c tests/${name}_*.c)
    casata_test_program(${name}_test ${sources})
endforeach()

file(GLOB folders RELATIVE ${CMAKE_SOURCE_DIR}/tests CONFIGURE_DEPENDS tests/*/)
list(REMOVE_ITEM folders props)
foreach(name ${folders})
    file(GLOB suites CONFIGURE_DEPENDS tests/${name}/test_*.c tests/${name}/native/test_*.c)
    file(GLOB main CONFIGURE_DEPENDS tests/${name}/main.c)
    file(GLOB sources CONFIGURE_DEPENDS tests/${name}/*.c)
    if(main)
        casata_test_program(${name}_test ${sources})
    elseif(suites AND NOT name STREQUAL wasm)
        list(REMOVE_ITEM sources ${suites})
        casata_without_example(suites)
        if(suites)
            casata_suites(${name} ${suites})
            casata_test_program(${name}_test tests/suites.c ${sources} ${suites} ${gen}/${name}_suites.c)
        endif()
    endif()
endforeach()

if(CASATA_FUZZ)
    file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
    add_custom_target(fuzzers)
    foreach(source ${fuzz_sources})
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} ${source})
        target_include_directories(${name} PRIVATE tests)
        target_link_libraries(${name} PRIVATE casata_cli ${JANSSON})
        casata_add_example(${name} example_command)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        add_dependencies(fuzzers ${name})
    endforeach()
endif()

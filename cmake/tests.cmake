# The test programs. ./test runs them; each ends with a line "N passed, N failed".
#
#   unit_test       tests/unit
#   props_test      tests/props
#   signature       one hash over seeded games, and speed
#   <name>_test     tests/<name>.c and tests/<name>_*.c, or tests/<name>/main.c and the sources beside it
#   fuzz_<name>     tests/fuzz (fuzz preset)
#   casata_test     unit tests, properties and signature in one module (wasm preset)
add_library(casata_toy STATIC tests/toy/toy.c tests/toy/toy_scene.c tests/toy/toy_broken.c)
target_link_libraries(casata_toy PUBLIC casata_core)
target_include_directories(casata_toy PUBLIC tests)
casata_pure(casata_toy)

add_library(test_harness STATIC tests/harness.c)
target_link_libraries(test_harness PUBLIC casata_options)
target_include_directories(test_harness PUBLIC tests)

add_library(casata_props STATIC tests/props/props.c tests/props/props_view.c tests/props/props_order.c)
target_link_libraries(casata_props PUBLIC casata_toy)

# --- the list of unit suites ---
file(GLOB unit_sources CONFIGURE_DEPENDS tests/unit/test_*.c)
if(NOT CMAKE_CROSSCOMPILING)
    file(GLOB native_unit_sources CONFIGURE_DEPENDS tests/unit/native/test_*.c)
    list(APPEND unit_sources ${native_unit_sources})
endif()
set(declared "")
set(listed "")
foreach(source ${unit_sources})
    string(REGEX REPLACE ".*/test_(.*)\\.c$" "\\1" suite ${source})
    string(APPEND declared "extern const struct test_suite suite_${suite};\n")
    string(APPEND listed "    &suite_${suite},\n")
endforeach()
file(CONFIGURE OUTPUT ${gen}/unit_suites.c @ONLY CONTENT [[
#include "harness.h"
@declared@
extern const struct test_suite *const unit_suites[];
extern const int n_unit_suites;
const struct test_suite *const unit_suites[] = {
@listed@};
const int n_unit_suites = sizeof unit_suites / sizeof *unit_suites;
]])

if(CASATA_WASM)
    add_executable(casata_test_wasm tests/wasm/test_exports.c tests/props/signature.c ${unit_sources}
        ${gen}/unit_suites.c)
    target_link_libraries(casata_test_wasm PRIVATE casata_props test_harness)
    set_target_properties(casata_test_wasm PROPERTIES OUTPUT_NAME casata_test SUFFIX .wasm)
    return()
endif()

add_executable(unit_test tests/unit/main.c ${unit_sources} ${gen}/unit_suites.c)
target_link_libraries(unit_test PRIVATE casata_cli casata_props test_harness)

add_executable(props_test tests/props/main.c)
target_link_libraries(props_test PRIVATE casata_match casata_props test_harness)

add_executable(signature tests/props/signature.c tests/props/signature_main.c)
target_link_libraries(signature PRIVATE casata_props)

# Further tests: a file tests/<name>.c (with tests/<name>_*.c) or a folder tests/<name> with a main.c becomes
# <name>_test.
file(GLOB files RELATIVE ${CMAKE_SOURCE_DIR}/tests CONFIGURE_DEPENDS tests/*.c)
list(REMOVE_ITEM files harness.c)
list(FILTER files EXCLUDE REGEX "_")
file(GLOB mains RELATIVE ${CMAKE_SOURCE_DIR}/tests CONFIGURE_DEPENDS tests/*/main.c)
list(REMOVE_ITEM mains unit/main.c props/main.c)
foreach(main ${files} ${mains})
    get_filename_component(name ${main} DIRECTORY)
    if(name)
        file(GLOB sources CONFIGURE_DEPENDS tests/${name}/*.c)
    else()
        get_filename_component(name ${main} NAME_WE)
        file(GLOB sources CONFIGURE_DEPENDS tests/${name}.c tests/${name}_*.c)
    endif()
    add_executable(${name}_test ${sources})
    target_link_libraries(${name}_test PRIVATE casata_cli casata_props test_harness)
endforeach()

if(CASATA_FUZZ)
    file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
    add_custom_target(fuzzers)
    foreach(source ${fuzz_sources})
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE casata_cli casata_toy)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        add_dependencies(fuzzers ${name})
    endforeach()
endif()

# The learned evaluations, data/<game>/net_<seats>.bin, as arrays in a target with a list of them (src/ai/net.h). In a
# WebAssembly module the list is empty: the page loads the net of its table by itself. So it is for fuzzers, whose counting
# makes sums a hundred times as slow.
if(NOT CMAKE_CROSSCOMPILING AND NOT TARGET embed)
    add_executable(embed ${PROJECT_SOURCE_DIR}/tools/embed.c)
endif()

function(casata_nets target)
    set(out ${CMAKE_BINARY_DIR}/gen)
    set(declare "")
    set(list "")
    file(GLOB nets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/*/net_*.bin)
    if(CMAKE_CROSSCOMPILING OR CASATA_FUZZ)
        set(nets "")
    endif()
    foreach(file ${nets})
        string(REGEX MATCH "([^/]+)/net_([0-9])\\.bin$" found ${file})
        set(name casata_net_${CMAKE_MATCH_1}_${CMAKE_MATCH_2})
        add_custom_command(
            OUTPUT ${out}/${name}.c
            COMMAND embed ${name} ${file} ${out}/${name}.c
            DEPENDS embed ${file}
            COMMENT "Net of ${CMAKE_MATCH_1} for ${CMAKE_MATCH_2}" VERBATIM)
        target_sources(${target} PRIVATE ${out}/${name}.c)
        string(APPEND declare "extern const unsigned char ${name}[];\nextern const size_t ${name}_size;\n")
        string(APPEND list "    {\"${CMAKE_MATCH_1}\", ${CMAKE_MATCH_2}, ${name}, &${name}_size},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${out}/nets.c @ONLY CONTENT
"#include \"ai/net.h\"
${declare}
const struct net_built_in net_list[] = {
${list}    {NULL, 0, NULL, NULL},
};
")
    target_sources(${target} PRIVATE ${out}/nets.c)
endfunction()

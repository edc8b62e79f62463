# Sources made at build time: the figures of each game from data/<id>/*.csv below a root. (Translations: lang.cmake.)
set(gen ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${gen})

# The generator runs on the building machine. A cross build makes its own native copy first.
function(casata_host_generator out)
    if(NOT CMAKE_CROSSCOMPILING)
        set(${out} gentables PARENT_SCOPE)
        return()
    endif()
    set(host ${CMAKE_BINARY_DIR}/host)
    file(GLOB host_sources CONFIGURE_DEPENDS tools/gentables.c src/core/*.[ch] src/games/*.[ch] src/games/*/*.[ch]
        tests/example/src/games/*/*.[ch])
    add_custom_command(OUTPUT ${host}/gentables
        COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR} -B ${host} -G Ninja -DCASATA_TOOLS_ONLY=ON
                --log-level=WARNING
        COMMAND ${CMAKE_COMMAND} --build ${host} --target gentables
        DEPENDS ${host_sources} COMMENT "Native table generator" VERBATIM)
    add_custom_target(host_tools DEPENDS ${host}/gentables)
    set(${out} ${host}/gentables PARENT_SCOPE)
endfunction()

# Sets builtin_sources (figures) and text_sources (the CSV text with its provenance, for `casata data`) of the games of a root.
function(casata_generate_tables root generator)
    file(GLOB games RELATIVE ${root}/data CONFIGURE_DEPENDS ${root}/data/*)
    foreach(id ${games})
        file(GLOB tables CONFIGURE_DEPENDS ${root}/data/${id}/*.csv ${root}/data/${id}/editions/*/*.csv)
        if(NOT tables)
            continue()
        endif()
        add_custom_command(OUTPUT ${gen}/${id}_builtin.c ${gen}/${id}_text.c
            COMMAND ${generator} ${id} ${root}/data/${id} ${gen}/${id}_builtin.c ${gen}/${id}_text.c
            DEPENDS ${generator} ${tables} COMMENT "Figures of ${id}" VERBATIM)
        list(APPEND builtin ${gen}/${id}_builtin.c)
        list(APPEND text ${gen}/${id}_text.c)
    endforeach()
    set(builtin_sources ${builtin} PARENT_SCOPE)
    set(text_sources ${text} PARENT_SCOPE)
endfunction()

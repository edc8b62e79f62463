# The example game (tests/example): the model for authors and the game that tests the tests. Test programs are built with it;
# the command `casata`, the server and the module of the browser are not, so nobody is offered it. Without its folder
# everything builds all the same, and parts only about it are left out.
#
# Its folder has the layout of this tree. A program gets the game by objects that define what a library has too (the list
# of games, the catalogues, the rules texts, the lessons), which the linker then does not take from there.
set(example_root ${CMAKE_SOURCE_DIR}/tests/example)
set(with_example FALSE)
set(schemas ${gen}/schemas.c)
if(CASATA_TESTS AND EXISTS ${example_root}/src/games)
    set(with_example TRUE)
    set(schemas ${gen}/example/schemas.c)
    casata_registry(${gen}/example ${CMAKE_SOURCE_DIR} ${example_root})
endif()

# The rules alone, which the generator of figures needs too. Sets example_objects.
function(casata_example_rules)
    if(NOT with_example)
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${example_root}/src/games/*/*.c)
    add_library(example_rules OBJECT ${sources})
    target_include_directories(example_rules PUBLIC ${example_root}/src)
    target_link_libraries(example_rules PUBLIC casata_options)
    casata_pure(example_rules)
    set(example_objects $<TARGET_OBJECTS:example_rules> PARENT_SCOPE)
endfunction()

# The whole game, as objects: example_engine (also for WebAssembly) and example_command (words and texts, for programs with
# casata_cli).
function(casata_example_game)
    if(NOT with_example)
        return()
    endif()
    casata_generate_tables(${example_root} ${generator})
    add_library(example_engine OBJECT ${builtin_sources} ${gen}/example/registry.c)
    target_link_libraries(example_engine PUBLIC example_rules)
    if(CMAKE_CROSSCOMPILING)
        return()
    endif()
    add_library(example_command OBJECT ${text_sources} ${gen}/example/table_texts.c)
    target_link_libraries(example_command PUBLIC casata_options)
    casata_lang(example_command ${gen}/example ${CMAKE_SOURCE_DIR} ${example_root})
    casata_rules_texts(example_command ${gen}/example ${CMAKE_SOURCE_DIR} ${example_root})
    casata_lessons(example_command ${gen}/example ${CMAKE_SOURCE_DIR} ${example_root})
endfunction()

# Puts the game into a program; further parts: example_command.
function(casata_add_example program)
    if(with_example)
        target_link_libraries(${program} PRIVATE example_rules example_engine ${ARGN})
    endif()
endfunction()

# Leaves out of a list of tests those that are about the example game, where it is not there.
function(casata_without_example list)
    if(with_example)
        return()
    endif()
    foreach(source ${${list}})
        file(STRINGS ${source} uses REGEX "#include \"example/")
        if(uses)
            list(REMOVE_ITEM ${list} ${source})
        endif()
    endforeach()
    set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# The server: casata_store (tables in SQLite), casata_server (network, tables, bots), the load tool and the tests
# of the server. Needs libuv, libsodium and SQLite (tools/setup.sh).
#
# Include it in CMakeLists.txt behind the definition of casata_cli (src/cli/cmd_serve.c calls the server), inside
# if(NOT CMAKE_CROSSCOMPILING):
#
#     include(server)
#     casata_server(casata_cli)
#
# and, behind include(tests), where nothing is cross-compiled:
#
#     casata_server_tests()

# The libraries, linked into `user`.
function(casata_server user)
    foreach(library uv sodium sqlite3)
        string(TOUPPER ${library} name)
        find_library(${name} ${library} REQUIRED)
    endforeach()
    file(GLOB store_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/store/*.c)
    # Many servers on PostgreSQL need libpq; everything else works without.
    find_library(PQ pq)
    find_path(PQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql)
    option(CASATA_POSTGRES "Servers may share a PostgreSQL database, if libpq is here" ON)
    set(plain_store_sources ${store_sources})
    list(FILTER plain_store_sources EXCLUDE REGEX "/postgres[a-z_]*\\.c$")
    set(plain_store_sources ${plain_store_sources} PARENT_SCOPE)
    if(NOT CASATA_POSTGRES OR NOT PQ OR NOT PQ_INCLUDE)
        message(STATUS "built without PostgreSQL")
        set(store_sources ${plain_store_sources})
    endif()
    add_library(casata_store STATIC ${store_sources})
    target_link_libraries(casata_store PUBLIC casata_options ${SQLITE3} Threads::Threads)
    if(CASATA_POSTGRES AND PQ AND PQ_INCLUDE)
        target_compile_definitions(casata_store PUBLIC CASATA_POSTGRES)
        target_include_directories(casata_store SYSTEM PRIVATE ${PQ_INCLUDE})
        target_link_libraries(casata_store PUBLIC ${PQ})
    endif()

    file(GLOB server_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/server/*.c)
    add_library(casata_server STATIC ${server_sources})
    target_link_libraries(casata_server PUBLIC casata_match casata_store ${UV} ${SODIUM})
    target_link_libraries(${user} PUBLIC casata_server)

    # WebSocket clients that play: the load tool, and what the tests share with it.
    add_library(casata_ws STATIC ${PROJECT_SOURCE_DIR}/tools/load/ws.c ${PROJECT_SOURCE_DIR}/tools/load/process.c)
    target_include_directories(casata_ws PUBLIC ${PROJECT_SOURCE_DIR}/tools)
    target_link_libraries(casata_ws PUBLIC casata_match ${SODIUM})
    add_executable(load ${PROJECT_SOURCE_DIR}/tools/load/load.c ${PROJECT_SOURCE_DIR}/tools/load/noise.c)
    target_link_libraries(load PRIVATE casata_ws)
endfunction()

# One program a file tests/server/<name>_test.c, with what the tests share; the program `attack`; and rigged_server,
# which can deal hidden things again before every message and have a slow disk.
function(casata_server_tests)
    add_library(casata_server_test_kit STATIC)
    foreach(part kit pg nodes relay)
        target_sources(casata_server_test_kit PRIVATE ${PROJECT_SOURCE_DIR}/tests/server/${part}.c)
    endforeach()
    target_include_directories(casata_server_test_kit PUBLIC ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(casata_server_test_kit PUBLIC TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(casata_server_test_kit PUBLIC casata_ws test_harness ${JANSSON} ${SQLITE3})
    if(CASATA_POSTGRES AND PQ AND PQ_INCLUDE)
        target_compile_definitions(casata_server_test_kit PRIVATE CASATA_POSTGRES)
        target_include_directories(casata_server_test_kit SYSTEM PRIVATE ${PQ_INCLUDE})
        target_link_libraries(casata_server_test_kit PUBLIC ${PQ})
    endif()
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/server/*_test.c)
    foreach(source ${tests})
        get_filename_component(name ${source} NAME_WE)
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE casata_server_test_kit casata_server)
        casata_add_example(${name})
        add_dependencies(${name} casata rigged_server read_only_disk wrong_clock)
    endforeach()
    foreach(library read_only_disk wrong_clock) # loaded into the server
        add_library(${library} MODULE ${PROJECT_SOURCE_DIR}/tests/server/${library}.c)
        set_target_properties(${library} PROPERTIES PREFIX "")
    endforeach()

    # The store as it is without libpq.
    add_executable(no_postgres_test ${PROJECT_SOURCE_DIR}/tests/server/no_postgres.c ${plain_store_sources})
    target_link_libraries(no_postgres_test PRIVATE casata_options test_harness ${SQLITE3} Threads::Threads)

    # Known attacks on a server, measured; with the people of the tests.
    file(GLOB attacks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/attack/*.c)
    add_executable(attack ${attacks})
    target_link_libraries(attack PRIVATE casata_server_test_kit)
    add_dependencies(attack casata)

    add_executable(rigged_server ${PROJECT_SOURCE_DIR}/tests/server/rigged_server.c)
    target_link_libraries(rigged_server PRIVATE casata_server)
    casata_add_example(rigged_server)
    foreach(wrapped randombytes_buf clock_date view_position view_entry sqlite3_step)
        target_link_options(rigged_server PRIVATE -Wl,--wrap=${wrapped})
    endforeach()
endfunction()

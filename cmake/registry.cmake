# The lists of games, made from the folders src/games/<id> below one or more roots: nothing else names them. A game is a
# folder with <id>.c, which defines `const struct casata_rules <id>_rules` with its place on the shelf (.shelf = N), and
# `<id>_schema` for its tables. The roots are this tree and, for tests, tests/example with the same layout.
#
#   casata_all_rules      the rules tables, for the engine      DIR/registry.c
#   casata_all_schemas    the schemas, for gentables            DIR/schemas.c
#   edition_texts         the schemas with their CSV texts,
#                         for figures out of folders          DIR/table_texts.c
function(casata_registry dir) # dir, roots...
    set(shelf "")
    foreach(root ${ARGN})
        file(GLOB folders CONFIGURE_DEPENDS ${root}/src/games/*/)
        foreach(folder ${folders})
            get_filename_component(id ${folder} NAME)
            set(source ${folder}/${id}.c)
            if(NOT EXISTS ${source})
                continue()
            endif()
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
            file(STRINGS ${source} place REGEX "\\.shelf = [0-9]+")
            string(REGEX REPLACE ".*= ([0-9]+).*" "\\1" place "${place}")
            if(NOT place MATCHES "^[0-9]+$")
                message(FATAL_ERROR "${source}: the rules table has no .shelf (place among the games)")
            endif()
            list(APPEND shelf "${place}:${id}")
        endforeach()
    endforeach()
    list(SORT shelf COMPARE NATURAL)
    foreach(entry ${shelf})
        string(REGEX REPLACE ".*:" "" id ${entry})
        string(APPEND rules_declared "extern const struct casata_rules ${id}_rules;\n")
        string(APPEND rules_listed "&${id}_rules, ")
        string(APPEND schemas_declared "extern const struct casata_schema ${id}_schema;\n")
        string(APPEND schemas_listed "&${id}_schema, ")
        string(APPEND texts_declared "extern const struct casata_csv_text ${id}_table_text[];\n")
        string(APPEND texts_listed "{&${id}_schema, ${id}_table_text}, ")
    endforeach()
    file(CONFIGURE OUTPUT ${dir}/registry.c @ONLY CONTENT
"#include \"casata/rules.h\"
${rules_declared}
const struct casata_rules *const casata_all_rules[] = {${rules_listed}NULL};
")
    file(CONFIGURE OUTPUT ${dir}/schemas.c @ONLY CONTENT
"#include \"core/csv.h\"
#include <stddef.h>
${schemas_declared}
extern const struct casata_schema *const casata_all_schemas[];
const struct casata_schema *const casata_all_schemas[] = {${schemas_listed}NULL};
")
    file(CONFIGURE OUTPUT ${dir}/table_texts.c @ONLY CONTENT
"#include \"cli/edition.h\"
#include <stddef.h>
${schemas_declared}
${texts_declared}
const struct edition_text edition_texts[] = {${texts_listed}{NULL, NULL}};
")
endfunction()

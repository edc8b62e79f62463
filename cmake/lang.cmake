# The translations and the rules documents, linked into a target as arrays: po/<lang>/*.po become one .mo
# catalogue a language, docs/rules/<game>.md (English) and docs/rules/<lang>/<game>.md one text each. Needs msgcat
# and msgfmt (gettext).
# casata_lang(target dir roots...): the catalogues, into the library that has src/match/lang.c.
# casata_rules_texts(target dir roots...): the rules documents, into the library that has src/terminal/rules_text.c.
# `dir` is where the sources are made; the roots are this tree and, for tests, tests/example.

find_program(MSGCAT msgcat REQUIRED)
find_program(MSGFMT msgfmt REQUIRED)

if(NOT TARGET embed)
    add_executable(embed ${PROJECT_SOURCE_DIR}/tools/embed.c)
endif()
set(CASATA_LANGS en pl hu) # ORDER lang

function(casata_lang target out)
    file(MAKE_DIRECTORY ${out})
    foreach(lang ${CASATA_LANGS})
        list(TRANSFORM ARGN APPEND /po/${lang}/*.po OUTPUT_VARIABLE patterns)
        file(GLOB parts CONFIGURE_DEPENDS ${patterns})
        add_custom_command(
            OUTPUT ${out}/mo_${lang}.c
            COMMAND ${MSGCAT} --use-first -o ${out}/${lang}.po ${parts}
            COMMAND ${MSGFMT} --check --endianness=little -o ${out}/${lang}.mo ${out}/${lang}.po
            COMMAND embed casata_mo_${lang} ${out}/${lang}.mo ${out}/mo_${lang}.c
            DEPENDS embed ${parts}
            COMMENT "Language ${lang}" VERBATIM)
        target_sources(${target} PRIVATE ${out}/mo_${lang}.c)
    endforeach()
endfunction()

function(casata_rules_texts target out)
    set(declare "")
    set(list "")
    foreach(lang ${CASATA_LANGS})
        set(dir docs/rules)
        if(NOT lang STREQUAL en)
            set(dir docs/rules/${lang})
        endif()
        list(TRANSFORM ARGN APPEND /${dir}/*.md OUTPUT_VARIABLE patterns)
        file(GLOB rules CONFIGURE_DEPENDS ${patterns})
        foreach(file ${rules})
            get_filename_component(id ${file} NAME_WE)
            if(id MATCHES "-") # <game>-examples.md and the like: no rules
                continue()
            endif()
            set(name rules_${lang}_${id})
            add_custom_command(
                OUTPUT ${out}/${name}.c
                COMMAND embed casata_${name} ${file} ${out}/${name}.c
                DEPENDS embed ${file}
                COMMENT "Rules of ${id} (${lang})" VERBATIM)
            target_sources(${target} PRIVATE ${out}/${name}.c)
            string(APPEND declare "extern const unsigned char casata_${name}[];\n")
            string(APPEND list "    {\"${id}\", \"${lang}\", casata_${name}},\n")
        endforeach()
    endforeach()
    file(CONFIGURE OUTPUT ${out}/rules_texts.c @ONLY CONTENT
"#include \"terminal/rules_text.h\"
#include <stddef.h>
${declare}
const struct rules_text rules_texts[] = {
${list}    {NULL, NULL, NULL},
};
")
    target_sources(${target} PRIVATE ${out}/rules_texts.c)
endfunction()

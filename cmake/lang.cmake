# The translations and the rules documents, linked into a target as arrays: po/<lang>/*.po become one .mo
# catalogue a language, docs/rules/<game>.md (English) and docs/rules/<lang>/<game>.md one text each. Needs msgcat
# and msgfmt (gettext).
# casata_lang(target): the catalogues, into the library that has src/match/lang.c.
# casata_rules_texts(target): the rules documents, into the library that has src/terminal/rules_text.c.

find_program(MSGCAT msgcat REQUIRED)
find_program(MSGFMT msgfmt REQUIRED)

if(NOT TARGET embed)
    add_executable(embed ${PROJECT_SOURCE_DIR}/tools/embed.c)
endif()
set(CASATA_LANGS en pl hu) # ORDER lang
set(CASATA_LANG_DIR ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${CASATA_LANG_DIR})

function(casata_lang target)
    set(out ${CASATA_LANG_DIR})
    foreach(lang ${CASATA_LANGS})
        file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/${lang}/*.po)
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

function(casata_rules_texts target)
    set(out ${CASATA_LANG_DIR})
    set(declare "")
    set(list "")
    foreach(lang ${CASATA_LANGS})
        set(dir ${PROJECT_SOURCE_DIR}/docs/rules)
        if(NOT lang STREQUAL en)
            set(dir ${dir}/${lang})
        endif()
        file(GLOB rules CONFIGURE_DEPENDS ${dir}/*.md)
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

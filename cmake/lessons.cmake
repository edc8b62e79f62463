# The lessons and guides of the games, data/<game>/lessons.txt and guide.txt, linked into a target as arrays with a list of
# each (src/lesson/lesson_int.h). In a WebAssembly module there are none: the page loads those of a game when they are wanted.
# casata_lessons(target dir roots...): `dir` is where the sources are made; the roots are this tree and, for tests,
# tests/example.
function(casata_lessons target out)
    set(declare "")
    set(lists "")
    foreach(kind lesson guide)
        set(list "")
        set(base ${kind})
        if(kind STREQUAL lesson)
            set(base lessons)
        endif()
        set(roots ${ARGN})
        list(TRANSFORM roots APPEND /data/*/${base}.txt)
        file(GLOB files CONFIGURE_DEPENDS ${roots})
        foreach(file ${files})
            get_filename_component(id ${file} DIRECTORY)
            get_filename_component(id ${id} NAME)
            set(name ${base}_${id})
            add_custom_command(
                OUTPUT ${out}/${name}.c
                COMMAND embed casata_${name} ${file} ${out}/${name}.c
                DEPENDS embed ${file}
                COMMENT "Learning ${id}: ${base}" VERBATIM)
            target_sources(${target} PRIVATE ${out}/${name}.c)
            string(APPEND declare "extern const unsigned char casata_${name}[];\nextern const size_t casata_${name}_size;\n")
            string(APPEND list "    {\"${id}\", casata_${name}, &casata_${name}_size},\n")
        endforeach()
        string(APPEND lists "const struct lesson_text ${kind}_texts[] = {\n${list}    {NULL, NULL, NULL},\n};\n")
    endforeach()
    file(CONFIGURE OUTPUT ${out}/lesson_texts.c @ONLY CONTENT
"#include \"lesson/lesson_int.h\"
${declare}
extern const struct lesson_text lesson_texts[], guide_texts[];
${lists}")
    target_sources(${target} PRIVATE ${out}/lesson_texts.c)
endfunction()

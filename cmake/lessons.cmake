# The lessons of the games, data/<game>/lessons.txt, linked into a target as arrays with a list of them
# (src/lesson/lesson_int.h). In a WebAssembly module there are none: the page loads those of a game when they are wanted.
# casata_lessons(target dir roots...): `dir` is where the sources are made; the roots are this tree and, for tests,
# tests/example.
function(casata_lessons target out)
    set(declare "")
    set(list "")
    list(TRANSFORM ARGN APPEND /data/*/lessons.txt OUTPUT_VARIABLE patterns)
    file(GLOB files CONFIGURE_DEPENDS ${patterns})
    foreach(file ${files})
        get_filename_component(id ${file} DIRECTORY)
        get_filename_component(id ${id} NAME)
        set(name lessons_${id})
        add_custom_command(
            OUTPUT ${out}/${name}.c
            COMMAND embed casata_${name} ${file} ${out}/${name}.c
            DEPENDS embed ${file}
            COMMENT "Lessons of ${id}" VERBATIM)
        target_sources(${target} PRIVATE ${out}/${name}.c)
        string(APPEND declare "extern const unsigned char casata_${name}[];\nextern const size_t casata_${name}_size;\n")
        string(APPEND list "    {\"${id}\", casata_${name}, &casata_${name}_size},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${out}/lesson_texts.c @ONLY CONTENT
"#include \"lesson/lesson_int.h\"
${declare}
extern const struct lesson_text lesson_texts[];
const struct lesson_text lesson_texts[] = {
${list}    {NULL, NULL, NULL},
};
")
    target_sources(${target} PRIVATE ${out}/lesson_texts.c)
endfunction()

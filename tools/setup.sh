# setup.sh: installs what is missing on a Debian machine. Sourced by ./play and ./test:
#   setup play    what building and starting the program needs
#   setup test    and what the tests need beside it
# Does nothing, quickly, when everything is there.

setup_missing=()
# need PACKAGE FILE...: the package is wanted if one of the files (or, without a slash, commands) is missing.
need() {
    local package=$1 file
    shift
    for file in "$@"; do
        case $file in
        */*) compgen -G "$file" >/dev/null && continue ;;
        *) command -v "$file" >/dev/null && continue ;;
        esac
        setup_missing+=("$package")
        return
    done
}

setup() {
    setup_missing=()
    need gcc gcc
    need libc6-dev /usr/include/stdio.h
    need cmake cmake
    need ninja-build ninja
    need gettext msgfmt msgcat
    need libjansson-dev /usr/include/jansson.h
    need libedit-dev /usr/include/editline/readline.h
    need libwebsockets-dev /usr/include/libwebsockets.h
    need libwebsockets-evlib-uv '/usr/lib/*/libwebsockets-evlib_uv.so*'
    need libuv1-dev /usr/include/uv.h
    need libsodium-dev /usr/include/sodium.h
    need libsqlite3-dev /usr/include/sqlite3.h
    need clang clang
    need llvm llvm-ar
    need lld wasm-ld
    need libclang-rt-14-dev-wasm32 '/usr/lib/llvm-14/lib/clang/14*/lib/wasi/libclang_rt.builtins-wasm32.a'
    need wasi-libc '/usr/lib/wasm32-wasi/libc.a'
    need nodejs node
    need npm npm
    if [ "$1" = test ]; then
        need clang-format clang-format
        need binutils objdump
        need git git
        need chromium chromium
        # the screens are compared with pictures that have these fonts
        need fonts-liberation /usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf
        need fonts-dejavu-extra /usr/share/fonts/truetype/dejavu/DejaVuSerif-Italic.ttf
        need sqlite3 sqlite3
        need iproute2 ss
        need libclang-rt-14-dev '/usr/lib/llvm-14/lib/clang/14*/lib/linux/libclang_rt.fuzzer-*.a'
    fi
    [ ${#setup_missing[@]} = 0 ] || setup_install "${setup_missing[@]}"
}

setup_install() {
    local as=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These Debian packages are missing; please install them as root and start again:" >&2
            echo "  apt-get install $*" >&2
            exit 1
        fi
        as=(sudo)
    fi
    if ! command -v apt-get >/dev/null; then
        echo "These are missing and there is no apt-get to install them: $*" >&2
        exit 1
    fi
    echo "Installing: $*" >&2
    export DEBIAN_FRONTEND=noninteractive
    { "${as[@]}" apt-get install -y --no-install-recommends "$@" ||
        { "${as[@]}" apt-get update && "${as[@]}" apt-get install -y --no-install-recommends "$@"; }; } >&2 ||
        { echo "Installing failed; see above. Missing: $*" >&2; exit 1; }
}

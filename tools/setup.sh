# setup.sh: finds what this machine lacks and installs it. Sourced by ./play and ./test:
#   setup play    what building and starting the program needs
#   setup test    what the tests need as well
# For Debian 12 or newer and Ubuntu 24.04 or newer; elsewhere it names what is missing. Does nothing, quickly, when
# everything is there.

# Packages: those that are needed (with lines that say why), and those without which a test is reported as not checked.
setup_needed=() setup_details= setup_wanted=()

# Whether all of these are there: commands, or files (patterns) if they have a slash.
setup_found() {
    local file
    for file in "$@"; do
        case $file in
        */*) compgen -G "$file" >/dev/null || return ;;
        *) command -v "$file" >/dev/null || return ;;
        esac
    done
}

setup_need() { # package, what it is for
    setup_needed+=("$1")
    setup_details+=$(printf '\n  %-28s %s' "$1" "$2")
}
# need PACKAGE FILE...: the package is needed if one of the files is missing.
need() { setup_found "${@:2}" || setup_need "$1" "${*:2}"; }

# The package of libraries that belongs to the clang that is here, or that would be installed.
clang_libraries() { # "dev" or "dev-wasm32"
    local version
    version=$(clang -dumpversion 2>/dev/null) ||
        version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
    version=${version%%.*}
    echo "libclang-rt-${version:+$version-}$1"
}
# Whether this clang has its library for WebAssembly.
clang_makes_wasm() { [ -f "$(clang --target=wasm32-wasi --rtlib=compiler-rt -print-libgcc-file-name 2>/dev/null)" ]; }
# Whether this clang can link with its libraries for sanitizers and fuzzers.
clang_sanitizes() {
    local what
    for what in fuzzer,address,undefined fuzzer,thread; do
        echo 'int LLVMFuzzerTestOneInput(const char *data, unsigned long size) { return data && size > 9; }' |
            clang -fsanitize=$what -x c -o /dev/null - 2>/dev/null || return
    done
}

setup_list() { # play or test
    setup_needed=() setup_details= setup_wanted=()
    need ca-certificates /etc/ssl/certs/ca-certificates.crt
    need gcc gcc
    need libc6-dev /usr/include/stdio.h
    need cmake cmake
    need ninja-build ninja
    need gettext msgfmt msgcat
    need libedit-dev /usr/include/editline/readline.h
    need libuv1-dev /usr/include/uv.h
    need libsodium-dev /usr/include/sodium.h
    need libsqlite3-dev /usr/include/sqlite3.h
    setup_found /usr/include/postgresql/libpq-fe.h || setup_wanted+=(libpq-dev) # without: SQLite alone
    need clang clang
    need llvm llvm-ar
    need lld wasm-ld
    clang_makes_wasm || setup_need "$(clang_libraries dev-wasm32)" "clang's library for wasm32"
    need wasi-libc '/usr/lib/wasm32-wasi*/libc.a'
    need nodejs node
    need npm npm
    [ "$1" = test ] || return 0
    clang_sanitizes || setup_need "$(clang_libraries dev)" "clang's libraries for -fsanitize"
    need binutils objdump
    need libjansson-dev /usr/include/jansson.h
    need git git
    need perl json_pp
    need sqlite3 sqlite3
    need libpq-dev /usr/include/postgresql/libpq-fe.h
    need postgresql '/usr/lib/postgresql/*/bin/postgres'
    need iproute2 ss
    # the screens are compared with pictures that have these fonts
    need fonts-liberation /usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf
    need fonts-dejavu-extra /usr/share/fonts/truetype/dejavu/DejaVuSerif-Italic.ttf
    if [ -z "${CASATA_BROWSER:-}" ] && ! setup_found chromium-headless-shell; then # without its package: another browser
        if [ -n "$(setup_available yes chromium-headless-shell)" ]; then setup_wanted+=(chromium-headless-shell)
        else tools/browser >/dev/null 2>&1 || setup_wanted+=(chromium); fi
    fi
    tools/clang_format --version >/dev/null 2>&1 || setup_wanted+=(clang-format-14)
}

# Debian 12, Ubuntu 24.04, something newer, or a system derived from them.
setup_supported() {
    local ID= ID_LIKE= VERSION_ID=
    command -v apt-get >/dev/null && [ -r /etc/os-release ] || return
    . /etc/os-release
    case $ID in
    debian) [ "${VERSION_ID:-99}" -ge 12 ] ;; # testing has no number
    ubuntu) [ "${VERSION_ID%%.*}" -ge 24 ] ;;
    *) [[ " $ID_LIKE " =~ \ (debian|ubuntu)\  ]] ;;
    esac
}
setup_system() { (PRETTY_NAME= && . /etc/os-release 2>/dev/null; echo "${PRETTY_NAME:-an unknown system}"); }

setup_stop() { # lines...
    printf '%s\n' "$@" >&2
    exit 1
}

# Whether packages can be installed here. Stops if they cannot and something is needed.
setup_possible() { # play or test
    if ! setup_supported; then
        [ ${#setup_needed[@]} = 0 ] ||
            setup_stop "./$1 needs Debian 12 or newer, or Ubuntu 24.04 or newer; this is $(setup_system)." \
                "Missing here (Debian's name of the package, and what was looked for):$setup_details"
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        [ ${#setup_needed[@]} = 0 ] ||
            setup_stop "These packages are missing; please install them as root and start again:" \
                "  apt-get update && apt-get install --no-install-recommends ${setup_needed[*]}"
        return 1
    fi
}

setup_apt() {
    local as=()
    [ "$(id -u)" = 0 ] || as=(sudo)
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y "$@" >&2
}
setup_update() {
    echo "Reading the lists of packages" >&2
    setup_apt update -qq
}
# The tests start a PostgreSQL of their own; none is to run on this machine because of them.
setup_no_cluster() {
    local as=() file=/etc/postgresql-common/createcluster.conf
    [ "$(id -u)" = 0 ] || as=(sudo)
    [ -e $file ] || { "${as[@]}" mkdir -p ${file%/*} && echo 'create_main_cluster = false' | "${as[@]}" tee $file >/dev/null; }
}
setup_install() { # packages...
    echo "Installing: $*" >&2
    [[ " $* " != *" postgresql "* ]] || setup_no_cluster
    setup_apt install --no-install-recommends "$@" ||
        { setup_update && setup_apt install --no-install-recommends "$@"; } # old lists name files that are gone
}
# Those of the packages that could be installed here (yes) or not (no).
setup_available() { # yes or no, packages...
    local package answer
    for package in "${@:2}"; do
        answer=no
        [[ ! $(LC_ALL=C apt-cache policy "$package" 2>/dev/null) =~ Candidate:\ [0-9] ]] || answer=yes
        [ $answer != "$1" ] || echo "$package"
    done
}

setup() { # play or test
    local unknown wanted
    setup_list "$1"
    [ $((${#setup_needed[@]} + ${#setup_wanted[@]})) != 0 ] || return 0
    setup_possible "$1" || return 0
    if [ -n "$(setup_available no "${setup_needed[@]}")" ]; then # a fresh machine has no lists, or old ones
        setup_update || setup_stop "apt-get update failed; see above."
        setup_list "$1" # now the version of clang is known
    fi
    unknown=$(setup_available no "${setup_needed[@]}")
    [ -z "$unknown" ] ||
        setup_stop "The package sources of this machine ($(setup_system)) do not have:" "$unknown" \
            "./$1 needs Debian's main, or Ubuntu's main and universe."
    [ ${#setup_needed[@]} = 0 ] || setup_install "${setup_needed[@]}" ||
        setup_stop "Installing failed; see above. As root: apt-get install --no-install-recommends ${setup_needed[*]}"
    wanted=$(setup_available yes "${setup_wanted[@]}")
    [ -z "$wanted" ] || setup_install $wanted || echo "Going on without: "$wanted >&2
}

# For tools/check_*.sh that build the program in another way: copied_build BUILD OWN PATTERN copies the
# objects of BUILD to OWN, but for those made of a file whose name contains PATTERN (grep -F, one a line).
copied_build() {
    rm -rf "$2/src" "$2/libinside.a" "$2"/oisin*
    mkdir -p "$2"
    cp -a "$1/src" "$2/src"
    # The lists of what objects are made of name those of the other build.
    find "$2/src" -name '*.d' -exec sed -i "s#^$1/#$2/#" {} +
    grep -rlF --include='*.d' "$3" "$2/src" | sed 's/d$/o/' | xargs -r rm -f
}

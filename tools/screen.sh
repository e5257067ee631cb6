# screen.sh, to be sourced by checks that look at real windows: a screen of 1280 x 720 and a folder
# $work, which is gone at the end with all that was started. Without Xvfb and xdotool, or with
# OISIN_NO_WINDOW, the check says that it is skipped.
cd "$(dirname "$0")/.."
OISIN=$(realpath "${OISIN:-build/release/oisin}")
[ -z "${OISIN_NO_WINDOW-}" ] || { echo "skipped: no window is wanted"; exit 0; }
for tool in Xvfb xdotool; do
    command -v $tool > /dev/null || { echo "skipped: $tool is not installed"; exit 0; }
done
work=$(mktemp -d)
exec 3> "$work/display"
Xvfb -noreset -displayfd 3 -screen 0 1280x720x24 -nolisten tcp > "$work/xvfb.log" 2>&1 &
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$work"' EXIT
for _ in $(seq 1200); do # a minute, on a machine with much else to do
    [ -s "$work/display" ] && break
    sleep 0.05
done
[ -s "$work/display" ] || { echo "FAILED: Xvfb has not started"; cat "$work/xvfb.log"; exit 1; }
export DISPLAY=:$(cat "$work/display") SDL_AUDIODRIVER=dummy XDG_CACHE_HOME=$work/cache LC_ALL=C.UTF-8
cd "$work"

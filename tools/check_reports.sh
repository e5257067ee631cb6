#!/bin/bash
# check_reports.sh: cases after bug reports of other tools, and faults that were found by trying this one, as they were
# given: ../shared/audit/reports/*/go.sh, each of which exits with 0 if its case is right, and ../shared/audit/cases/*/go.sh,
# which print what stands here. A clone without them skips this.
cd "$(dirname "$0")/.." || exit 1
OISIN=${OISIN:-$PWD/build/release/oisin}
export OISIN
audit=../shared/audit
[ -d $audit/reports ] || { echo "         skipped: no $audit/reports"; exit 0; }
status=0
for report in $audit/reports/*/; do
    [ -e "$report/go.sh" ] || continue
    out=$(sh "$report/go.sh" 2>&1) || { echo "$(basename "$report"): $out"; status=1; }
done

# CASE, then what it prints
prints() {
    local case=$audit/cases/$1 out
    [ -e "$case/go.sh" ] || return 0
    out=$(bash "$case/go.sh" 2>&1)
    diff <(printf '%s\n' "${@:2}") <(printf '%s\n' "$out") || { echo "$1: other output"; status=1; }
}
prints 27_objects_on_the_land 't0 [40, 5.248, -10]' 't1 [50, 8.871, -20]' 'nasimple [0, 0.311, 0]' 't2 [5, 0, -5]' '0 differences'
prints 28_encodings '==> w/texts.res/axe.txt <==' 'Siekiera z brązu' '==> w/texts.res/axes.txt <==' 'Metalläxte' \
    '==> w/texts.res/hatchet.txt <==' '도끼' '==> w/texts.res/sword.txt <==' 'Épée' 'texts.res: 1 changed' 'pack: 0'
exit $status

/* Merges an earlier input into a later one, for callers that get more inputs than ticks:
 * buttons add up, and of each other value the later one counts. */
#include "engine/state/input.h"

void input_merge(WorldInput *input, const WorldInput *before)
{
    input->buttons |= before->buttons;
    if (!input->action)
        input->action = before->action;
    if (!input->item)
        input->item = before->item;
    if (!input->belt)
        input->belt = before->belt;
    if (!input->option && !input->adjust) { /* a row and its step belong together */
        input->option = before->option;
        input->adjust = before->adjust;
    }
    if (!input->select)
        input->select = before->select;
    if (!input->tab)
        input->tab = before->tab;
    if (!input->go) {
        input->go = before->go;
        input->target_x = before->target_x;
        input->target_y = before->target_y;
    }
    if (!input->text)
        input->text = before->text;
}

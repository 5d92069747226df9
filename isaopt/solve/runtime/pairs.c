/* Pairs and banks by local search: a single instruction takes a partner, registers go to banks that allow the pair,
 * pairs that this breaks are undone, and what became single takes the best partner that is free.
 *
 * What a step may lose sinks with the work that is left.  At every step no pair breaks a rule or precedes itself, and
 * every bank has room for what is live in it. */

/* A rule: two cells (group and offset each) whose banks differ modulo a number.  A tie: two cells, the distance at which
 * their banks are worth something, and how much. */
enum { RULE = 5, TIE = 6 };
enum { FREE = -1, LOCKED = -2 };
/* The kinds of a logged change. */
enum { MOVED, TAKEN, UNDONE };
enum { MOST_FREED = 64, MOST_TURNS = 4 };
/* One step in so many goes anywhere. */
enum { STRAYS = 64 };

typedef struct {
    /* Options: two instructions, what they are worth, and how much more with all sources in different banks. */
    i64 count, *ops, *worth, *bonus;
    /* Of each option the rules, the sources (group and offset), and the groups that it names. */
    i64 *rule_first, *rules, *source_first, *sources, *name_first, *names;
    /* Instructions: what follows each at once, its options, and those that have any, with the sum of weights so far. */
    i64 size, *after_first, *after, *own_first, *own, drawn, *draw, *weights;
    /* Groups: whether each stays, and takes room in any case; the options and the rules of others that name it. */
    i64 groups, *fixed, *always, *user_first, *users, *hard_first, *hard_numbers, *hard, *tie_first, *tie_numbers, *ties;
    /* The cells of each group (offset, first and last run), the runs of points at which they are live, and by bank and
     * point the registers that are left. */
    i64 *cell_first, *cells, *runs, points, *left;
    /* The bank of each group's base; of each instruction the option that is taken, and its partner. */
    i64 *bank, *holder, *mate, *references, value;
    i64 *best_bank, *best_holder, best_value;
    i64 *log, logged, *mark, stamp, *stack;
    i64 freed[MOST_FREED], freed_count;
    u64 random;
    i64 work, heat;
} Pairs;

static i64 bank_of(Pairs *p, i64 *cell) { return (p->bank[cell[0]] + cell[1]) & (BANKS - 1); }

static int holds(Pairs *p, i64 *rule) { return ((bank_of(p, rule) - bank_of(p, rule + 2)) & (rule[4] - 1)) != 0; }

static int all_hold(Pairs *p, i64 option) {
    for (i64 r = p->rule_first[option]; r < p->rule_first[option + 1]; r++)
        if (!holds(p, p->rules + RULE * r)) return 0;
    return 1;
}

/* What a pair is worth on the present banks. */
static i64 gain(Pairs *p, i64 option) {
    i64 seen = 0;
    for (i64 s = p->source_first[option]; s < p->source_first[option + 1]; s++) {
        i64 bit = 1 << bank_of(p, p->sources + 2 * s);
        if (seen & bit) return p->worth[option];
        seen |= bit;
    }
    return p->worth[option] + p->bonus[option];
}

static i64 ties_of(Pairs *p, i64 group) {
    i64 found = 0;
    for (i64 t = p->tie_first[group]; t < p->tie_first[group + 1]; t++) {
        i64 *tie = p->ties + TIE * p->tie_numbers[t];
        if (((bank_of(p, tie) + tie[4] - bank_of(p, tie + 2)) & (BANKS - 1)) == 0) found += tie[5];
    }
    return found;
}

static int is_taken(Pairs *p, i64 option) { return p->holder[p->ops[2 * option]] == option; }

/* Lets a group take room (1) or leaves it (-1); whether there was room. */
static int occupy(Pairs *p, i64 group, i64 sign) {
    int room = 1;
    for (i64 c = p->cell_first[group]; c < p->cell_first[group + 1]; c++) {
        i64 *cell = p->cells + 3 * c, *row = p->left + p->points * ((p->bank[group] + cell[0]) & (BANKS - 1));
        for (i64 r = cell[1]; r < cell[2]; r++)
            for (i64 at = p->runs[2 * r]; at < p->runs[2 * r + 1]; at++) room &= (row[at] -= sign) >= 0;
    }
    return room;
}

static int is_counted(Pairs *p, i64 group) { return p->always[group] || p->references[group]; }

static void note(Pairs *p, i64 kind, i64 what, i64 before) {
    i64 *entry = p->log + 3 * p->logged++;
    entry[0] = kind;
    entry[1] = what;
    entry[2] = before;
}

static int move(Pairs *p, i64 group, i64 bank) {
    int room = 1;
    i64 change = -ties_of(p, group);
    for (i64 u = p->user_first[group]; u < p->user_first[group + 1]; u++)
        if (is_taken(p, p->users[u])) change -= gain(p, p->users[u]);
    if (is_counted(p, group)) occupy(p, group, -1);
    p->bank[group] = bank;
    if (is_counted(p, group)) room = occupy(p, group, 1);
    for (i64 u = p->user_first[group]; u < p->user_first[group + 1]; u++)
        if (is_taken(p, p->users[u])) change += gain(p, p->users[u]);
    p->value += change + ties_of(p, group);
    p->work -= p->user_first[group + 1] - p->user_first[group] + 8;
    return room;
}

static int take(Pairs *p, i64 option) {
    int room = 1;
    i64 one = p->ops[2 * option], two = p->ops[2 * option + 1];
    p->holder[one] = p->holder[two] = option;
    p->mate[one] = two;
    p->mate[two] = one;
    p->value += gain(p, option);
    for (i64 n = p->name_first[option]; n < p->name_first[option + 1]; n++) {
        i64 group = p->names[n];
        if (!is_counted(p, group)) room &= occupy(p, group, 1);
        p->references[group]++;
    }
    return room;
}

static void undo(Pairs *p, i64 option) {
    i64 one = p->ops[2 * option], two = p->ops[2 * option + 1];
    p->holder[one] = p->holder[two] = p->mate[one] = p->mate[two] = FREE;
    p->value -= gain(p, option);
    for (i64 n = p->name_first[option]; n < p->name_first[option + 1]; n++) {
        i64 group = p->names[n];
        p->references[group]--;
        if (!is_counted(p, group)) occupy(p, group, -1);
    }
}

static void roll_back(Pairs *p) {
    while (p->logged) {
        i64 *entry = p->log + 3 * --p->logged;
        if (entry[0] == MOVED) move(p, entry[1], entry[2]);
        else if (entry[0] == TAKEN) undo(p, entry[1]);
        else take(p, entry[1]);
    }
}

static int pair_up(Pairs *p, i64 option) {
    note(p, TAKEN, option, 0);
    return take(p, option);
}

/* Undoes the pair of an instruction, if it has one; whether it is free then. */
static int release(Pairs *p, i64 op) {
    i64 option = p->holder[op];
    if (option == LOCKED) return 0;
    if (option == FREE) return 1;
    if (p->freed_count + 2 > MOST_FREED) return 0;
    p->freed[p->freed_count++] = p->ops[2 * option];
    p->freed[p->freed_count++] = p->ops[2 * option + 1];
    note(p, UNDONE, option, 0);
    undo(p, option);
    return 1;
}

/* Whether two free instructions cannot issue together, because one precedes the other by way of a third. */
static int circular(Pairs *p, i64 one, i64 two) {
    i64 open = 0, stamp = ++p->stamp;
    for (i64 side = 0; side < 2; side++) {
        i64 from = side ? two : one, other = side ? one : two;
        for (i64 e = p->after_first[from]; e < p->after_first[from + 1]; e++)
            if (p->after[e] != other) p->stack[open++] = p->after[e];
    }
    while (open) {
        i64 k = p->stack[--open];
        if (k == one || k == two) return 1;
        if (p->mark[k] == stamp) continue;
        p->mark[k] = stamp;
        if (p->mate[k] >= 0 && p->mark[p->mate[k]] != stamp) p->stack[open++] = p->mate[k];
        for (i64 e = p->after_first[k]; e < p->after_first[k + 1]; e++)
            if (p->mark[p->after[e]] != stamp) p->stack[open++] = p->after[e];
        p->work -= 2;
    }
    return 0;
}

/* Gives the instructions that became free the best partners that are free. */
static int repair(Pairs *p) {
    for (i64 f = 0; f < p->freed_count; f++) {
        i64 op = p->freed[f], refused[MOST_TURNS];
        for (i64 turn = 0; turn < MOST_TURNS && p->holder[op] == FREE; turn++) {
            i64 best = FREE, most = 0;
            for (i64 k = p->own_first[op]; k < p->own_first[op + 1]; k++) {
                i64 option = p->own[k], other = p->ops[2 * option] ^ p->ops[2 * option + 1] ^ op, found = 0;
                if (p->holder[other] == FREE && all_hold(p, option)) found = gain(p, option);
                for (i64 t = 0; t < turn; t++)
                    if (refused[t] == option) found = 0;
                if (found > most) { most = found; best = option; }
            }
            p->work -= p->own_first[op + 1] - p->own_first[op];
            if (best == FREE) break;
            if (circular(p, p->ops[2 * best], p->ops[2 * best + 1])) refused[turn] = best;
            else if (!pair_up(p, best)) return 0;
        }
    }
    return 1;
}

/* What taken pairs that name a group would lose on another bank; -1 if a rule that must hold forbids it. */
static i64 loss(Pairs *p, i64 group, i64 bank) {
    i64 before = p->bank[group], found = 0;
    p->bank[group] = bank;
    for (i64 h = p->hard_first[group]; h < p->hard_first[group + 1] && found >= 0; h++)
        if (!holds(p, p->hard + RULE * p->hard_numbers[h])) found = -1;
    for (i64 u = p->user_first[group]; u < p->user_first[group + 1] && found >= 0; u++) {
        i64 option = p->users[u];
        if (is_taken(p, option) && !all_hold(p, option)) found += p->worth[option];
    }
    p->bank[group] = before;
    p->work -= p->user_first[group + 1] - p->user_first[group];
    return found;
}

/* Undoes the pairs that name a group and whose rules are broken; whether that was possible. */
static int undo_broken(Pairs *p, i64 group) {
    int possible = 1;
    for (i64 u = p->user_first[group]; u < p->user_first[group + 1] && possible; u++)
        if (is_taken(p, p->users[u]) && !all_hold(p, p->users[u])) possible = release(p, p->ops[2 * p->users[u]]);
    return possible;
}

static int log_move(Pairs *p, i64 group, i64 bank) {
    note(p, MOVED, group, p->bank[group]);
    return move(p, group, bank);
}

/* Moves a group and undoes the pairs that this breaks; whether that was possible. */
static int shift(Pairs *p, i64 group, i64 bank) { return log_move(p, group, bank) && undo_broken(p, group); }

/* Moves any group, and one with it that a rule binds to it. */
static int wander(Pairs *p) {
    i64 group = below(&p->random, p->groups), by = 1 + below(&p->random, BANKS - 1), with = FREE;
    if (p->fixed[group] || !log_move(p, group, (p->bank[group] + by) & (BANKS - 1))) return 0;
    for (i64 h = p->hard_first[group]; h < p->hard_first[group + 1]; h++) {
        i64 *rule = p->hard + RULE * p->hard_numbers[h];
        if (holds(p, rule)) continue;
        if (with != FREE) return 0;
        with = rule[0] == group ? rule[2] : rule[0];
        if (with == group || p->fixed[with] || !log_move(p, with, (p->bank[with] + by) & (BANKS - 1))) return 0;
    }
    for (i64 side = 0; side < 2; side++) {
        i64 one = side ? with : group;
        for (i64 h = one < 0 ? 0 : p->hard_first[one]; one >= 0 && h < p->hard_first[one + 1]; h++)
            if (!holds(p, p->hard + RULE * p->hard_numbers[h])) return 0;
    }
    return undo_broken(p, group) && (with == FREE || undo_broken(p, with)) && repair(p);
}

/* Moves the groups of a broken rule such that the least is lost; whether all rules of the option hold then. */
static int allow(Pairs *p, i64 option) {
    for (i64 turn = 0; turn < MOST_TURNS; turn++) {
        i64 *rule = 0;
        for (i64 r = p->rule_first[option]; r < p->rule_first[option + 1] && !rule; r++)
            if (!holds(p, p->rules + RULE * r)) rule = p->rules + RULE * r;
        if (!rule) return 1;
        i64 group = FREE, bank = 0, least = 0, ways = 0;
        for (i64 side = 0; side < 2; side++) {
            i64 one = rule[2 * side], before = p->bank[one];
            for (i64 b = 0; b < BANKS && !p->fixed[one]; b++) {
                if (b == before) continue;
                p->bank[one] = b;
                int holding = holds(p, rule);
                i64 broken = 0;
                for (i64 r = p->rule_first[option]; r < p->rule_first[option + 1]; r++)
                    broken += !holds(p, p->rules + RULE * r);
                p->bank[one] = before;
                i64 cost = holding ? loss(p, one, b) : -1;
                if (cost < 0) continue;
                cost += broken * p->worth[option];
                if (group == FREE || cost < least) ways = 0;
                if (group != FREE && cost > least) continue;
                least = cost;
                if (below(&p->random, ++ways) == 0) { group = one; bank = b; }
            }
        }
        if (group == FREE || !shift(p, group, bank)) return 0;
    }
    return all_hold(p, option);
}

static int attempt(Pairs *p, i64 option) {
    i64 one = p->ops[2 * option], two = p->ops[2 * option + 1];
    if (!release(p, one) || !release(p, two) || !allow(p, option) || circular(p, one, two)) return 0;
    /* A move may have freed what the pair needs, but never taken it. */
    return pair_up(p, option) && repair(p);
}

/* Moves a register of a pair whose sources meet. */
static int separate(Pairs *p, i64 option) {
    i64 sources = p->source_first[option + 1] - p->source_first[option];
    i64 group = p->sources[2 * (p->source_first[option] + below(&p->random, sources))];
    i64 bank = (p->bank[group] + 1 + below(&p->random, BANKS - 1)) & (BANKS - 1);
    return !p->fixed[group] && loss(p, group, bank) >= 0 && shift(p, group, bank) && repair(p);
}

static i64 drawn(Pairs *p) {
    i64 sought = below(&p->random, p->weights[p->drawn - 1]), least = 0, most = p->drawn - 1;
    while (least < most) {
        i64 middle = (least + most) / 2;
        if (p->weights[middle] > sought) most = middle;
        else least = middle + 1;
    }
    return p->draw[least];
}

static void keep_best(Pairs *p) {
    p->best_value = p->value;
    for (i64 g = 0; g < p->groups; g++) p->best_bank[g] = p->bank[g];
    for (i64 k = 0; k < p->size; k++) p->best_holder[k] = p->holder[k];
    p->work -= (p->groups + p->size) / 8;
}

/* Another partner for an instruction, mostly a single one, or another bank for a register of a pair whose sources meet. */
static int step(Pairs *p) {
    i64 op = drawn(p), option = p->holder[op];
    if (option >= 0) {
        i64 unclean = p->bonus[option] && gain(p, option) == p->worth[option];
        if (below(&p->random, 8) >= 1 + 4 * unclean) return 0;
        if (unclean && below(&p->random, 2)) return separate(p, option);
    }
    i64 chosen = p->own[p->own_first[op] + below(&p->random, p->own_first[op + 1] - p->own_first[op])];
    return chosen != option && attempt(p, chosen);
}

/* Improves the pairs that are `taken`, first of all the options; the best goes to `best_bank` and `best_holder`. */
API void solve_pairs(Pairs *p, i64 taken) {
    for (i64 g = 0; g < p->groups; g++)
        if (p->always[g]) occupy(p, g, 1);
    for (i64 option = 0; option < taken; option++) take(p, option);
    keep_best(p);
    i64 all_work = p->work;
    while (p->work > 0) {
        double left = (double)p->work / all_work, heat = p->heat * left * left;
        i64 before = p->value;
        p->work -= 8;
        p->freed_count = 0;
        int done = below(&p->random, STRAYS) ? step(p) : wander(p);
        i64 lost = before - p->value;
        if (!done || (lost > 0 && lost > heat * loss_allowed(&p->random))) roll_back(p);
        p->logged = 0;
        if (p->value > p->best_value) keep_best(p);
    }
}

/* Local search over registers: a group goes to another base, what stands there comes to where it was, and so on until
 * nothing overlaps (Kempe chains of groups of any width).  So no two live values ever share a register.
 *
 * The costs are those of evaluate.py, which values the result once more; before them come VOPD rules that are broken,
 * as they may be at the start. */

enum { RULES, FIRST, SECOND, CLASHES, BANK_READS, LEVELS };
/* Numbers of a formula: what it counts, what a bank delivers in a cycle, whether banks add up, the cost of a matrix
 * instruction whose tuples collide. */
enum { COUNTS, PER_CYCLE, ADDS, MATRIX, FORMULA };
enum { READS, SOURCES, MISSES, SETS };
enum { BANKS = 4, SLOTS = 4, MOST_READS = 16, LONGEST = 48, NONE_HELD = -1 };

typedef struct {
    Graph graph;
    i64 most;
    /* Of each group: width, what its base and width may not pass, whether it stays, and the blocks that read it. */
    i64 *width, *limit, *fixed, *read_first, *read_blocks;
    /* Two cells (group and offset each) that differ modulo a number, and by group the rules that name it. */
    i64 rule_count, *rules, *rule_first, *rule_numbers;
    /* Instructions by block, and their reads: group, offset, slot, whether an accumulator. */
    i64 blocks, *block_first, *reads_first, *reads, *weight, *matrix, *uncached;
    i64 *formulas;
    i64 *bases, *best, *value, *best_value, *block_value, *scratch_value;
    i64 *moved, *from, *to, *mark, *block_mark, *touched, *costly;
    u64 random;
    /* What may be lost at first for one execution, in units of the worth. */
    i64 work, heat;
} Chains;

static i64 *group_of(Chains *c, i64 k) { return c->reads + 4 * k; }

/* Distinct registers in each bank. */
static void in_banks(i64 *registers, i64 count, i64 *banks) {
    for (i64 b = 0; b < BANKS; b++) banks[b] = 0;
    for (i64 k = 0; k < count; k++) {
        i64 seen = 0;
        for (i64 j = 0; j < k && !seen; j++) seen = registers[j] == registers[k];
        if (!seen) banks[registers[k] % BANKS]++;
    }
}

static i64 charge(i64 *formula, i64 banks[SETS][BANKS]) {
    i64 most = 0, all = 0;
    for (i64 b = 0; b < BANKS; b++) {
        i64 beyond = banks[formula[COUNTS]][b] - formula[PER_CYCLE];
        if (beyond > 0) all += beyond;
        if (beyond > most) most = beyond;
    }
    return formula[ADDS] ? all : most;
}

/* What one instruction costs, not weighted; `held` is what each port of each bank keeps. */
static void instruction_cost(Chains *c, i64 k, i64 held[SLOTS][BANKS], i64 cost[LEVELS]) {
    i64 all[MOST_READS], sources[MOST_READS], missed[MOST_READS], kept[MOST_READS], slots[MOST_READS];
    i64 count = 0, plain = 0, gone = 0, banks[SETS][BANKS];
    for (i64 r = c->reads_first[k]; r < c->reads_first[k + 1]; r++)
        all[count++] = c->bases[group_of(c, r)[0]] + group_of(c, r)[1];
    for (i64 level = 0; level < LEVELS; level++) cost[level] = 0;
    if (c->matrix[k]) {
        for (i64 s = 0; s < SLOTS; s++)
            for (i64 b = 0; b < BANKS; b++) held[s][b] = NONE_HELD;
        i64 collide = 0;
        in_banks(all, count, banks[READS]);
        for (i64 b = 0; b < BANKS; b++) collide |= banks[READS][b] > 1;
        for (i64 level = FIRST; level <= CLASHES; level++)
            cost[level] = collide * c->formulas[FORMULA * (level - FIRST) + MATRIX];
        cost[BANK_READS] = c->uncached[k];
        return;
    }
    for (i64 r = c->reads_first[k], at = 0; r < c->reads_first[k + 1]; r++, at++) {
        i64 *read = group_of(c, r);
        if (read[3]) continue;
        if (held[read[2]][all[at] % BANKS] != all[at]) { missed[gone++] = all[at]; cost[BANK_READS]++; }
        kept[plain] = all[at];
        slots[plain] = read[2];
        sources[plain++] = all[at];
    }
    for (i64 at = 0; at < plain; at++) held[slots[at]][sources[at] % BANKS] = kept[at];
    in_banks(all, count, banks[READS]);
    in_banks(sources, plain, banks[SOURCES]);
    in_banks(missed, gone, banks[MISSES]);
    for (i64 level = FIRST; level <= CLASHES; level++)
        cost[level] = charge(c->formulas + FORMULA * (level - FIRST), banks);
}

static void block_cost(Chains *c, i64 block, i64 found[LEVELS]) {
    i64 held[SLOTS][BANKS], cost[LEVELS];
    for (i64 s = 0; s < SLOTS; s++)
        for (i64 b = 0; b < BANKS; b++) held[s][b] = NONE_HELD;
    for (i64 level = 0; level < LEVELS; level++) found[level] = 0;
    for (i64 k = c->block_first[block]; k < c->block_first[block + 1]; k++) {
        instruction_cost(c, k, held, cost);
        for (i64 level = 0; level < LEVELS; level++) found[level] += c->weight[k] * cost[level];
    }
    c->work -= 4 * (c->block_first[block + 1] - c->block_first[block]);
}

/* A level outweighs the next one as far as one number can say it; the best is chosen level by level. */
static double worth(i64 *value) {
    return 1024.0 * value[RULES] + 64.0 * value[FIRST] + 16.0 * value[SECOND] + 4.0 * value[CLASHES] + 0.25 * value[BANK_READS];
}

static int less(i64 *a, i64 *b) {
    for (i64 level = 0; level < LEVELS; level++)
        if (a[level] != b[level]) return a[level] < b[level];
    return 0;
}

static int add(Chains *c, i64 *count, i64 g, i64 base) {
    if (c->fixed[g] || base < 0 || base + c->width[g] > c->limit[g] || base + c->width[g] > c->most) return 0;
    if (*count == LONGEST) return 0;
    c->mark[g] = *count + 1;
    c->moved[*count] = g;
    c->from[*count] = c->bases[g];
    c->to[*count] = base;
    ++*count;
    return 1;
}

/* The groups that move if one goes to a base, and where to; their number, or 0 if there is no way. */
static i64 chain(Chains *c, i64 g, i64 base) {
    i64 count = 0, open = add(c, &count, g, base);
    for (i64 k = 0; k < count && open; k++) {
        i64 one = c->moved[k], at = c->to[k], back = c->from[k] - at;
        for (i64 e = c->graph.first[one]; e < c->graph.first[one + 1] && open; e++) {
            i64 other = c->graph.others[e], there = c->mark[other] ? c->to[c->mark[other] - 1] : c->bases[other];
            if (there + c->graph.deltas[e] != at) continue;
            open = !c->mark[other] && add(c, &count, other, c->bases[other] + back);
        }
        c->work -= c->graph.first[one + 1] - c->graph.first[one];
    }
    for (i64 k = 0; k < count; k++) c->mark[c->moved[k]] = 0;
    return open ? count : 0;
}

static i64 where(Chains *c, i64 *cell) { return c->bases[cell[0]] + cell[1]; }

static int broken(Chains *c, i64 *rule) { return (where(c, rule) - where(c, rule + 2)) % rule[4] == 0; }

/* The broken rules that name a group that moves; one that names two of them counts twice, before and after. */
static i64 broken_by(Chains *c, i64 count) {
    i64 found = 0;
    for (i64 k = 0; k < count; k++)
        for (i64 r = c->rule_first[c->moved[k]]; r < c->rule_first[c->moved[k] + 1]; r++)
            found += broken(c, c->rules + 5 * c->rule_numbers[r]);
    return found;
}

static void put(Chains *c, i64 count, i64 *bases) {
    for (i64 k = 0; k < count; k++) c->bases[c->moved[k]] = bases[k];
}

/* Moves the groups; their costs then in scratch_value, block by block, and the change of the worth. */
static double change(Chains *c, i64 count, i64 *touched_count, i64 total[LEVELS]) {
    i64 blocks = 0;
    for (i64 level = 0; level < LEVELS; level++) total[level] = c->value[level];
    total[RULES] -= broken_by(c, count);
    put(c, count, c->to);
    total[RULES] += broken_by(c, count);
    for (i64 k = 0; k < count; k++)
        for (i64 r = c->read_first[c->moved[k]]; r < c->read_first[c->moved[k] + 1]; r++) {
            i64 block = c->read_blocks[r];
            if (c->block_mark[block]) continue;
            c->block_mark[block] = 1;
            c->touched[blocks++] = block;
        }
    for (i64 t = 0; t < blocks; t++) {
        i64 block = c->touched[t];
        c->block_mark[block] = 0;
        block_cost(c, block, c->scratch_value + LEVELS * t);
        for (i64 level = 0; level < LEVELS; level++)
            total[level] += c->scratch_value[LEVELS * t + level] - c->block_value[LEVELS * block + level];
    }
    *touched_count = blocks;
    return worth(total) - worth(c->value);
}

static void keep(Chains *c, i64 blocks, i64 total[LEVELS]) {
    for (i64 t = 0; t < blocks; t++)
        for (i64 level = 0; level < LEVELS; level++)
            c->block_value[LEVELS * c->touched[t] + level] = c->scratch_value[LEVELS * t + level];
    for (i64 level = 0; level < LEVELS; level++) c->value[level] = total[level];
}

/* The instructions of a block that cost more than bank reads. */
static i64 costly(Chains *c, i64 block) {
    i64 held[SLOTS][BANKS], cost[LEVELS], count = 0;
    for (i64 s = 0; s < SLOTS; s++)
        for (i64 b = 0; b < BANKS; b++) held[s][b] = NONE_HELD;
    for (i64 k = c->block_first[block]; k < c->block_first[block + 1]; k++) {
        instruction_cost(c, k, held, cost);
        if (cost[FIRST] + cost[SECOND] + cost[CLASHES]) c->costly[count++] = k;
    }
    return count;
}

/* A block with conflicts, drawn by what they weigh; -1 if there is none. */
static i64 draw_block(Chains *c) {
    double sum = 0;
    for (i64 pass = 0, target = 0; pass < 2; pass++) {
        double at = pass ? sum * (double)below(&c->random, 1 << 20) / (1 << 20) : 0;
        sum = pass ? at : 0;
        for (i64 b = 0; b < c->blocks; b++) {
            i64 *v = c->block_value + LEVELS * b;
            double own = 64.0 * v[FIRST] + 16.0 * v[SECOND] + 4.0 * v[CLASHES];
            if (own <= 0) continue;
            if (!pass) { sum += own; target = b; }
            else if ((sum -= own) < 0) return b;
            else target = b;
        }
        if (!pass && sum == 0) return -1;
        if (pass) return target;
    }
    return -1;
}

/* A group that a broken rule names. */
static i64 draw_ruled(Chains *c) {
    i64 start = below(&c->random, c->rule_count);
    c->work -= c->rule_count;
    for (i64 k = 0; k < c->rule_count; k++) {
        i64 *rule = c->rules + 5 * ((start + k) % c->rule_count);
        if (broken(c, rule)) return rule[2 * below(&c->random, 2)];
    }
    return -1;
}

/* -ln(x) for x in (0, 1], by halving and a short series: enough to accept a loss by chance. */
static double loss_allowed(u64 *random) {
    double x = (double)(below(random, 1 << 24) + 1) / (1 << 24), found = 0;
    for (; x < 0.5; x *= 2) found += 0.6931471805599453;
    double y = (1 - x) / (1 + x), z = y * y;
    return found + 2 * y * (1 + z / 3 + z * z / 5);
}

static void value_all(Chains *c) {
    for (i64 level = 0; level < LEVELS; level++) c->value[level] = 0;
    for (i64 r = 0; r < c->rule_count; r++)
        c->value[RULES] += broken(c, c->rules + 5 * r) * (1 + (c->rules[5 * r] != c->rules[5 * r + 2]));
    for (i64 b = 0; b < c->blocks; b++) {
        block_cost(c, b, c->block_value + LEVELS * b);
        for (i64 level = 0; level < LEVELS; level++) c->value[level] += c->block_value[LEVELS * b + level];
    }
}

/* Lowers the conflicts of `bases` by annealing until there are none or the work is done; the best goes to `best`. */
API void solve_chains(Chains *c) {
    value_all(c);
    for (i64 level = 0; level < LEVELS; level++) c->best_value[level] = c->value[level];
    for (i64 g = 0; g < c->graph.count; g++) c->best[g] = c->bases[g];
    i64 list = -1, listed = 0, all_work = c->work;
    double heaviest = 1;
    for (i64 k = 0; k < c->block_first[c->blocks]; k++)
        if (c->weight[k] > heaviest) heaviest = c->weight[k];
    while (c->work > 0) {
        double left = (double)c->work / all_work, heat = c->heat * heaviest * left * left;
        i64 g = c->value[RULES] ? draw_ruled(c) : -1;
        if (g < 0) {
            i64 block = draw_block(c);
            if (block < 0) break;
            c->work -= c->blocks + 8;
            if (block != list) {
                listed = costly(c, block);
                list = block;
                c->work -= 4 * (c->block_first[block + 1] - c->block_first[block]);
            }
            if (!listed) break;
            i64 k = c->costly[below(&c->random, listed)];
            i64 reads = c->reads_first[k + 1] - c->reads_first[k];
            g = group_of(c, c->reads_first[k] + below(&c->random, reads))[0];
        }
        i64 room = (c->limit[g] < c->most ? c->limit[g] : c->most) - c->width[g] + 1;
        if (c->fixed[g] || room < 1) continue;
        i64 base = below(&c->random, room), blocks, total[LEVELS];
        if (base % BANKS == c->bases[g] % BANKS) continue;
        i64 count = chain(c, g, base);
        if (!count) continue;
        double found = change(c, count, &blocks, total);
        if (found > 0 && found > heat * loss_allowed(&c->random)) { put(c, count, c->from); continue; }
        keep(c, blocks, total);
        list = -1;
        if (less(c->value, c->best_value)) {
            for (i64 level = 0; level < LEVELS; level++) c->best_value[level] = c->value[level];
            for (i64 g = 0; g < c->graph.count; g++) c->best[g] = c->bases[g];
        }
    }
}

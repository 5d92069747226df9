/* Local search over registers.  A group goes to another base, and what stands there either comes to where it was, and so
 * on until nothing overlaps (Kempe chains of groups of any width), or goes elsewhere in its own bank; or two ranges of
 * registers change places.  So no two live values ever share a register.
 *
 * The costs are those of evaluate.py, which values the result once more; before them come VOPD rules that are broken,
 * as they may be at the start, and on the way: rules bind many groups to one parity, which no single move changes. */

enum { RULES, FIRST, SECOND, CLASHES, BANK_READS, LEVELS };
/* Numbers of a formula: what it counts, what a bank delivers in a cycle, whether banks add up, the cost of a matrix
 * instruction whose tuples collide. */
enum { COUNTS, PER_CYCLE, ADDS, MATRIX, FORMULA };
enum { READS, SOURCES, MISSES, SETS };
enum { BANKS = 4, SLOTS = 4, PORTS = SLOTS * BANKS, MOST_READS = 16, LONGEST = 48, NONE_HELD = -1 };
/* Of an exchange: ranges tried, what the shorter one may have, groups that the cuts may part; one step in so many is
 * one. */
enum { TURNS = 16, SHIFT = 4, PARTED = 6, SELDOM = 8 };
/* More than all groups that could stand at a base; groups sent elsewhere by one step; what a broken rule is worth in the
 * heaviest block. */
enum { BARRED = 1 << 20, EJECTED = 12, BREACH = 64 };

typedef struct {
    /* Group g may not stand at base(others[e]) + d for any d from low[e] to high[e] and any e from first[g] to
     * first[g + 1]. */
    i64 count, *first, *others, *low, *high, most;
    /* Of each group: width, what its base and width may not pass, whether it stays, and the instructions that read it. */
    i64 *width, *limit, *fixed, *reader_first, *readers;
    /* Two cells (group and offset each) that differ modulo a number, and by group the rules that name it. */
    i64 rule_count, *rules, *rule_first, *rule_numbers;
    /* Instructions by block, and their reads: group, offset, slot, whether an accumulator. */
    i64 blocks, *block_first, *block_of, *reads_first, *reads, *weight, *matrix, *uncached;
    i64 *formulas;
    /* Where groups stand, also while a move is only tried; where they do, and did at the best. */
    i64 *place, *bases, *best, *value, *best_value, *block_value;
    /* Of each instruction: what it costs, and what the ports held before it. */
    i64 *paid, *held;
    i64 *moved, *from, *to, *mark, *block_mark, *touched, *dirty;
    /* Instructions that a move changes, and what they would cost and find held. */
    i64 changes, *changed, *new_paid, *new_held;
    /* By register (and one more): groups that a cut before it parts, how many before it hold fixed groups, scratch. */
    i64 *parted, *held_fast, *taken;
    u64 random;
    /* What may be lost at first for one execution, in units of the worth; whether bank reads are worth the work that
     * conflicts leave. */
    i64 work, heat, thorough;
    /* What a broken rule is worth. */
    double ruled;
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

/* Values anew the instructions of a block that are dirty, and those after them as long as the ports hold other registers
 * than before; adds what changes to `total`. */
static void revalue(Chains *c, i64 block, i64 total[LEVELS]) {
    i64 held[SLOTS][BANKS], cost[LEVELS], *now = held[0], differ = 0, valued = c->changes;
    for (i64 k = c->block_first[block]; k < c->block_first[block + 1]; k++) {
        i64 *before = c->held + PORTS * k;
        if (differ) {
            differ = 0;
            for (i64 p = 0; p < PORTS; p++) differ |= now[p] ^ before[p];
        }
        if (!differ && !c->dirty[k]) continue;
        if (!differ)
            for (i64 p = 0; p < PORTS; p++) now[p] = before[p];
        for (i64 p = 0; p < PORTS; p++) c->new_held[PORTS * c->changes + p] = now[p];
        instruction_cost(c, k, held, cost);
        for (i64 level = 0; level < LEVELS; level++) {
            i64 paid = c->weight[k] * cost[level];
            c->new_paid[LEVELS * c->changes + level] = paid;
            total[level] += paid - c->paid[LEVELS * k + level];
        }
        c->changed[c->changes++] = k;
        c->dirty[k] = 0;
        differ = 1;
    }
    c->work -= 4 * (c->changes - valued) + (c->block_first[block + 1] - c->block_first[block]) / 4;
}

/* A level outweighs the next one as far as one number can say it; the best is chosen level by level. */
static double worth(Chains *c, i64 *value) {
    return c->ruled * value[RULES] + 64.0 * value[FIRST] + 16.0 * value[SECOND] + 4.0 * value[CLASHES] + 0.25 * value[BANK_READS];
}

static int less(i64 *a, i64 *b) {
    for (i64 level = 0; level < LEVELS; level++)
        if (a[level] != b[level]) return a[level] < b[level];
    return 0;
}

static i64 room(Chains *c, i64 g) { return (c->limit[g] < c->most ? c->limit[g] : c->most) - c->width[g] + 1; }

static int add(Chains *c, i64 *count, i64 g, i64 base) {
    if (c->fixed[g] || base < 0 || base >= room(c, g)) return 0;
    c->mark[g] = *count + 1;
    c->moved[*count] = g;
    c->from[*count] = c->bases[g];
    c->to[*count] = c->place[g] = base;
    ++*count;
    return 1;
}

static i64 settled(Chains *c, i64 count, i64 open) {
    for (i64 k = 0; k < count; k++) {
        c->mark[c->moved[k]] = 0;
        c->place[c->moved[k]] = c->from[k];
    }
    return open ? count : 0;
}

/* The groups that move if one goes to a base, and where to; their number, or 0 if there is no way. */
static i64 chain(Chains *c, i64 g, i64 base) {
    i64 count = 0, open = add(c, &count, g, base), limit = 1 + below(&c->random, LONGEST);
    for (i64 k = 0; k < count && open; k++) {
        i64 one = c->moved[k], at = c->to[k], back = c->from[k] - at;
        for (i64 e = c->first[one]; e < c->first[one + 1] && open; e++) {
            i64 other = c->others[e], apart = at - c->place[other];
            if (apart < c->low[e] || apart > c->high[e]) continue;
            open = !c->mark[other] && count < limit && add(c, &count, other, c->bases[other] + back);
        }
        c->work -= c->first[one + 1] - c->first[one];
    }
    return settled(c, count, open);
}

/* The base of a group, in a bank or in any (-1), at which the fewest groups stand that have not moved, and none that has;
 * -1 if there is none. */
static i64 roomiest(Chains *c, i64 g, i64 bank) {
    i64 size = room(c, g), step = bank < 0 ? 1 : BANKS, start = bank < 0 ? 0 : bank, least = BARRED, ties = 0, found = -1;
    for (i64 base = 0; base < size; base++) c->taken[base] = 0;
    for (i64 e = c->first[g]; e < c->first[g + 1]; e++) {
        i64 other = c->others[e], low = c->place[other] + c->low[e], high = c->place[other] + c->high[e];
        for (i64 base = low < 0 ? 0 : low; base <= high && base < size; base++)
            c->taken[base] += c->mark[other] || c->fixed[other] ? BARRED : 1;
    }
    c->work -= c->first[g + 1] - c->first[g] + size / 2;
    for (i64 base = start; base < size; base += step) {
        if (base == c->bases[g] || c->taken[base] > least) continue;
        if (c->taken[base] < least) { least = c->taken[base]; ties = 0; }
        ties++;
    }
    if (!ties || least >= BARRED) return -1;
    ties = below(&c->random, ties);
    for (i64 base = start; found < 0; base += step)
        if (base != c->bases[g] && c->taken[base] == least && ties-- == 0) found = base;
    return found;
}

/* Sends the groups that stand where the first `count` go elsewhere in their banks, and those there in turn; how many move
 * then, or 0 if there is no way. */
static i64 ejections(Chains *c, i64 count, i64 open) {
    i64 limit = count + below(&c->random, EJECTED);
    for (i64 k = 0; k < count && open; k++) {
        i64 one = c->moved[k];
        for (i64 e = c->first[one]; e < c->first[one + 1] && open; e++) {
            i64 other = c->others[e], apart = c->to[k] - c->place[other];
            if (apart < c->low[e] || apart > c->high[e]) continue;
            open = !c->mark[other] && count < limit && add(c, &count, other, c->bases[other]);
            if (!open) break;
            c->place[other] = NOWHERE;
            c->to[count - 1] = c->place[other] = roomiest(c, other, c->bases[other] % BANKS);
            open = c->place[other] >= 0;
        }
        c->work -= c->first[one + 1] - c->first[one];
    }
    return settled(c, count, open);
}

static i64 ejected(Chains *c, i64 g, i64 base) {
    i64 count = 0, open = base >= 0 && add(c, &count, g, base);
    return ejections(c, count, open);
}

/* Registers from `a` to `b` change places at `m`, with all that stands there and no cut parts: moves of single groups do
 * not shift tuples that stand close to one another. */
static i64 exchange(Chains *c, i64 a, i64 m, i64 b) {
    i64 count = 0, open = 1;
    for (i64 g = 0; g < c->count && open; g++) {
        i64 first = c->bases[g], end = first + c->width[g];
        if (first >= a && end <= m) open = add(c, &count, g, first + b - m);
        else if (first >= m && end <= b) open = add(c, &count, g, first - (m - a));
    }
    c->work -= c->count;
    return ejections(c, count, open);
}

/* An exchange of two ranges of which one is short, and that parts few groups. */
static i64 draw_exchange(Chains *c) {
    for (i64 r = 0; r <= c->most; r++) c->parted[r] = 0;
    for (i64 g = 0; g < c->count; g++)
        for (i64 r = c->bases[g] + 1; r < c->bases[g] + c->width[g] && r <= c->most; r++) c->parted[r]++;
    c->work -= 2 * c->count + c->most;
    for (i64 turn = 0; turn < TURNS; turn++) {
        i64 a = below(&c->random, c->most), b = below(&c->random, c->most) + 1, by = 1 + below(&c->random, SHIFT);
        i64 m = below(&c->random, 2) ? a + by : b - by;
        if (a >= m || m >= b || c->parted[a] + c->parted[m] + c->parted[b] > PARTED) continue;
        if (c->held_fast[b] - c->held_fast[a]) continue;
        return exchange(c, a, m, b);
    }
    return 0;
}

static i64 where(Chains *c, i64 *cell) { return c->bases[cell[0]] + cell[1]; }

static int broken(Chains *c, i64 *rule) { return (where(c, rule) - where(c, rule + 2)) % rule[4] == 0; }

/* The broken rules that name a group that moves. */
static i64 broken_by(Chains *c, i64 count) {
    i64 found = 0;
    for (i64 k = 0; k < count; k++)
        for (i64 r = c->rule_first[c->moved[k]]; r < c->rule_first[c->moved[k] + 1]; r++) {
            i64 *rule = c->rules + 5 * c->rule_numbers[r];
            i64 also = c->mark[rule[rule[0] == c->moved[k] ? 2 : 0]];
            // Both of its groups may move.
            if (!also || also > k) found += broken(c, rule);
        }
    return found;
}

static void put(Chains *c, i64 count, i64 *bases) {
    for (i64 k = 0; k < count; k++) c->bases[c->moved[k]] = c->place[c->moved[k]] = bases[k];
}

/* Moves the groups; the change of the worth.  `keep` makes it last. */
static double change(Chains *c, i64 count, i64 total[LEVELS]) {
    i64 blocks = 0;
    for (i64 level = 0; level < LEVELS; level++) total[level] = c->value[level];
    for (i64 k = 0; k < count; k++) c->mark[c->moved[k]] = k + 1;
    total[RULES] -= broken_by(c, count);
    put(c, count, c->to);
    total[RULES] += broken_by(c, count);
    c->changes = 0;
    for (i64 k = 0; k < count; k++) {
        c->mark[c->moved[k]] = 0;
        for (i64 r = c->reader_first[c->moved[k]]; r < c->reader_first[c->moved[k] + 1]; r++) {
            i64 block = c->block_of[c->readers[r]];
            c->dirty[c->readers[r]] = 1;
            if (c->block_mark[block]) continue;
            c->block_mark[block] = 1;
            c->touched[blocks++] = block;
        }
    }
    for (i64 t = 0; t < blocks; t++) {
        c->block_mark[c->touched[t]] = 0;
        revalue(c, c->touched[t], total);
    }
    return worth(c, total) - worth(c, c->value);
}

static void keep(Chains *c, i64 total[LEVELS]) {
    for (i64 at = 0; at < c->changes; at++) {
        i64 k = c->changed[at], *block = c->block_value + LEVELS * c->block_of[k], *paid = c->paid + LEVELS * k;
        for (i64 level = 0; level < LEVELS; level++) {
            block[level] += c->new_paid[LEVELS * at + level] - paid[level];
            paid[level] = c->new_paid[LEVELS * at + level];
        }
        for (i64 p = 0; p < PORTS; p++) c->held[PORTS * k + p] = c->new_held[PORTS * at + p];
    }
    for (i64 level = 0; level < LEVELS; level++) c->value[level] = total[level];
}

/* An instruction of a block that costs more than bank reads; -1 if there is none. */
static i64 draw_costly(Chains *c, i64 block) {
    i64 count = 0, found = -1;
    for (i64 pass = 0; pass < 2; pass++) {
        i64 left = pass ? below(&c->random, count) : -1;
        for (i64 k = c->block_first[block]; k < c->block_first[block + 1]; k++) {
            i64 *paid = c->paid + LEVELS * k;
            if (!(paid[FIRST] + paid[SECOND] + paid[CLASHES])) continue;
            if (!pass) count++;
            else if (left-- == 0) { found = k; break; }
        }
        if (!count) break;
    }
    c->work -= (c->block_first[block + 1] - c->block_first[block]) / 2;
    return found;
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

/* The group of one of the reads from `first` to `end`. */
static i64 draw_read(Chains *c, i64 first, i64 end) { return group_of(c, first + below(&c->random, end - first))[0]; }

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
    for (i64 r = 0; r < c->rule_count; r++) c->value[RULES] += broken(c, c->rules + 5 * r);
    for (i64 b = 0; b < c->blocks; b++) {
        for (i64 k = c->block_first[b]; k < c->block_first[b + 1]; k++) c->dirty[k] = 1;
        for (i64 p = 0; p < PORTS; p++) c->held[PORTS * c->block_first[b] + p] = NONE_HELD;
        c->changes = 0;
        i64 total[LEVELS];
        for (i64 level = 0; level < LEVELS; level++) total[level] = c->value[level];
        revalue(c, b, total);
        keep(c, total);
    }
}

/* Lowers the conflicts of `bases` by annealing until there are none or the work is done; the best goes to `best`. */
API void solve_chains(Chains *c) {
    value_all(c);
    for (i64 level = 0; level < LEVELS; level++) c->best_value[level] = c->value[level];
    for (i64 g = 0; g < c->count; g++) c->best[g] = c->bases[g];
    i64 all_work = c->work, reads = c->reads_first[c->block_first[c->blocks]];
    double heaviest = 1;
    for (i64 k = 0; k < c->block_first[c->blocks]; k++)
        if (c->weight[k] > heaviest) heaviest = c->weight[k];
    c->ruled = BREACH * heaviest;
    while (c->work > 0) {
        double left = (double)c->work / all_work, heat = c->heat * heaviest * left * left;
        i64 g = c->value[RULES] ? draw_ruled(c) : -1;
        if (g < 0) {
            i64 block = draw_block(c);
            if (block < 0 && !(c->thorough && reads)) break;
            c->work -= c->blocks + 8;
            i64 k = block < 0 ? 0 : draw_costly(c, block);
            if (k < 0) break;
            g = draw_read(c, c->reads_first[k], block < 0 ? reads : c->reads_first[k + 1]);
        }
        i64 count, total[LEVELS];
        if (below(&c->random, SELDOM)) {
            i64 size = room(c, g);
            if (c->fixed[g] || size < 1) continue;
            i64 base = below(&c->random, size), way = below(&c->random, 4);
            if (base % BANKS == c->bases[g] % BANKS) continue;
            if (way > 1) base = roomiest(c, g, base % BANKS);
            count = way ? ejected(c, g, base) : chain(c, g, base);
        } else
            count = draw_exchange(c);
        if (!count) continue;
        double found = change(c, count, total);
        if (found > 0 && found > heat * loss_allowed(&c->random)) { put(c, count, c->from); continue; }
        keep(c, total);
        if (less(c->value, c->best_value)) {
            for (i64 level = 0; level < LEVELS; level++) c->best_value[level] = c->value[level];
            for (i64 g = 0; g < c->count; g++) c->best[g] = c->bases[g];
        }
    }
}

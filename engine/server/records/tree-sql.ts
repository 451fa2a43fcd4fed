/** SQL of a record and all that stands below it, read row by row by index: what PostgreSQL cannot know is that a family is small. */

/**
 * @param first SELECT of the id that it begins with, as `id`
 * @returns WITH clause of `tree (id, depth)`; the first record has the depth 0
 */
export const treeFrom = (first: string): string => `WITH RECURSIVE tree AS (
  SELECT id, 0 AS depth FROM (${first}) f
  UNION ALL
  SELECT r.id, t.depth + 1 FROM tree t
    CROSS JOIN LATERAL (SELECT id FROM records one WHERE one.parent = t.id OFFSET 0) r
)`;

/** FROM item of the records of `tree`, as `r` beside `t`. */
export const treeRecords =
  'tree t CROSS JOIN LATERAL (SELECT * FROM records one WHERE one.id = t.id OFFSET 0) r';

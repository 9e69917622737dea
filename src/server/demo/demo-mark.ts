import type { Db } from '../ports'

/** Marks a database as one with demo data, whose accounts have a published password. Nothing removes the mark. */
export const markDemoData = async (db: Db, now: Date): Promise<void> => {
  await db
    .insertInto('internal_demo_mark')
    .values({ marked_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the time at which demo data were first written to a database; undefined if it has none. */
export const demoDataSince = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('internal_demo_mark').select('marked_at').executeTakeFirst())?.marked_at

/**
 * Returns the uniform number of a company that neither the demo nor the tool for scale tests created; undefined if
 * there is none.
 */
export const realCompanyIn = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('customer')
      .select('uniform_no')
      .where('create_user', 'not in', ['demo', 'seed'])
      .limit(1)
      .executeTakeFirst()
  )?.uniform_no

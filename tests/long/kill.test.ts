import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../e2e/support/server'
import { companyToken, demoAccount, outData } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'
import { brokenIndexes } from './kill/indexes'
import { findViolations } from './kill/invariants'
import { type Acknowledged, countOf, mixedWrites, nothingYet } from './kill/load'
import { acceptedAgain } from './kill/one-time-passwords'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

const rounds = sampled(20, 5)
// Every round uses its own addresses, so that limits by address do not end the load.
const behindProxy = { TRUST_PROXY: '1' }

/** Starts the portal, puts it under load, kills it, and checks its database, in that many rounds. */
const killRepeatedly = async ({ name, dataDir, env, look }: PortalData): Promise<void> => {
  const said = nothingYet()
  const problems: string[] = []
  let whole = 0
  for (let round = 1; round <= rounds; round++) {
    const server = await startServer({ dataDir, env: { ...env, ...behindProxy } })
    const found = [...(await acceptedAgain(server, said.codes))]
    await mixedWrites(server, round, said, (round * 337) % 1000)
    found.push(...(await look((db) => findViolations(db, said))))
    if (found.length === 0) whole++
    problems.push(...found.map((problem) => `round ${round}: ${problem}`))
  }
  console.log(
    `${name}: ${whole} of ${rounds} kill rounds without a lost row (${countOf(said)} acknowledged writes, ${said.codes.length} one-time passwords used).`,
  )
  expect(problems).toEqual([])
  expect(countOf(said)).toBeGreaterThan(rounds * 20)
  expect(said.codes.length).toBeGreaterThan(Math.floor(rounds / 4) - 1)
  await finishWork({ dataDir, env, look }, said)
}

/** The next portal completes the interrupted work, once. */
const finishWork = async (
  { dataDir, env, look }: Pick<PortalData, 'dataDir' | 'env' | 'look'>,
  said: Acknowledged,
): Promise<void> => {
  const server = await startServer({ dataDir, env: { ...env, ...behindProxy } })
  onTestFinished(() => server.kill())
  await expect.poll(() => findUnfinished(server, said.uploads), { timeout: 180_000, interval: 3000 }).toEqual([])
  expect(await acceptedAgain(server, said.codes)).toEqual([])
  expect(await server.stop()).toBe(0)
  expect(await look((db) => findViolations(db, said))).toEqual([])
}

const findUnfinished = async (server: RunningServer, uploads: readonly number[]): Promise<number[]> => {
  const authorization = `Bearer ${await companyToken(server, demoAccount('maker01'))}`
  const unfinished: number[] = []
  for (const id of uploads) {
    const { ImportStatus } = await outData<{ ImportStatus: string }>(
      await fetch(`${server.url}/api/BillImportList/${id}`, { headers: { authorization } }),
    )
    if (ImportStatus === 'Pending' || ImportStatus === 'Processing') unfinished.push(id)
  }
  return unfinished
}

test.each(enginesOf('the embedded database'))(
  `killed ${rounds} times under load, the portal on %s loses nothing that it acknowledged`,
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killRepeatedly(portalData)
  },
)

test('the check detects an index that differs from its table', async () => {
  const pglite = await PGlite.create({ extensions: { amcheck } })
  onTestFinished(() => pglite.close())
  const ask = async (text: string) => (await pglite.query<Record<string, string>>(text)).rows
  const sign = (body: string) =>
    pglite.exec(
      `create or replace function sign_of(no integer) returns integer immutable language plpgsql as $$ begin ${body}; end $$`,
    )
  await sign('return no')
  await pglite.exec(
    'create table number (no integer); insert into number select generate_series(1, 100); create index number_sign on number (sign_of(no))',
  )
  expect(await brokenIndexes(ask)).toEqual([])
  // The function of the index now returns another value.
  await sign('return -no')
  expect(await brokenIndexes(ask)).toEqual([expect.stringContaining('index number_sign: ')])
})

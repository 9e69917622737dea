import { type BenchClient, type BenchUser, bearerHeader, signInUser } from './client'
import { scaleTestUser } from './fill'
import { bankTestUser } from './fill-lines'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, withLimit } from './measure'

/** Milliseconds within which the first page must have its figures. */
const limitMs = 300

/** Measures all figures of the first page, of the company with the most lines and of the bank. */
export const measureFirstPages = async (client: BenchClient, sizes: BenchSizes): Promise<readonly Measurement[]> => [
  await measureFirstPage(client, { user: scaleTestUser, name: 'a company', sizes }),
  await measureFirstPage(client, { user: bankTestUser, name: 'the bank', sizes }),
]

const measureFirstPage = async (
  client: BenchClient,
  { user, name, sizes }: { readonly user: BenchUser; readonly name: string; readonly sizes: BenchSizes },
): Promise<Measurement> => {
  const headers = bearerHeader(await signInUser(client, user))
  const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95 } = await measureLoad(bounds, () =>
    client.send({ method: 'GET', path: '/api/Ext/EnterpriseArea/GetOverview', headers }),
  )
  const title = `all figures of the first page of ${name}, ${sizes.lines.toLocaleString('en-US')} lines, p95 at ${lineConnections} connections`
  return withLimit({ title, portalFigure: p95, unit: 'ms', details: `p50 ${Math.round(p50)} ms` }, { max: limitMs })
}

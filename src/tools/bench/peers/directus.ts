import { listedUnit, type Peer, type PeerPayer, unitCount } from './peer'

const textField = (field: string) => ({ field, type: 'string', schema: {}, meta: {} })

/** The administrator that `directus bootstrap` creates. */
const admin = { email: 'bench@example.com', password: 'bench password' } as const

/** Directus on PostgreSQL, with the default settings of Directus, which include a history of changes. */
export const directus: Peer = {
  name: 'Directus 12.4.0',
  packages: { directus: '12.4.0' },
  files: {},
  prepareArguments: ['node_modules/directus/cli.js', 'bootstrap'],
  startArguments: ['node_modules/directus/cli.js', 'start'],
  probe: '/server/ping',
  env: ({ databaseUrl, port }) => {
    const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl)
    return {
      PORT: String(port),
      HOST: '127.0.0.1',
      DB_CLIENT: 'pg',
      DB_HOST: hostname,
      DB_PORT: databasePort,
      DB_USER: username,
      DB_PASSWORD: '',
      DB_DATABASE: pathname.slice(1),
      KEY: 'bench key',
      SECRET: 'bench secret',
      ACCESS_TOKEN_TTL: '1d',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      TELEMETRY: 'false',
      LOG_LEVEL: 'warn',
    }
  },
  signIn: async (send) => {
    const { data } = (await send({ method: 'POST', path: '/auth/login', body: admin })) as { readonly data: { readonly access_token: string } }
    return data.access_token
  },
  fill: async (send, payers) => {
    await send({ method: 'POST', path: '/collections', body: { collection: 'units', schema: {}, meta: {}, fields: [idField, textField('Name')] } })
    const fields = ['PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'].map(textField)
    const unitField = { field: 'unit', type: 'integer', schema: {}, meta: {} }
    await send({ method: 'POST', path: '/collections', body: { collection: 'payers', schema: {}, meta: {}, fields: [idField, ...fields, unitField] } })
    await send({ method: 'POST', path: '/relations', body: { collection: 'payers', field: 'unit', related_collection: 'units', schema: {}, meta: {} } })
    await send({ method: 'POST', path: '/items/units', body: Array.from({ length: unitCount }, (_, index) => ({ Name: `U${index}` })) })
    // The database numbers the units from 1.
    const recordOf = ({ unit, ...payer }: PeerPayer) => ({ ...payer, unit: unit + 1 })
    const ids: number[] = []
    for (let start = 0; start < payers.length; start += chunkSize) {
      const { data } = (await send({ method: 'POST', path: '/items/payers', body: payers.slice(start, start + chunkSize).map(recordOf) })) as CreatedPayers
      ids.push(...data.map(({ id }) => id))
    }
    const [first] = payers
    if (!first) throw new Error('There are no payers.')
    const pathOf = (requestNo: number) => `/items/payers/${ids[requestNo % ids.length]}`
    return {
      list: () => ({
        method: 'GET',
        path: `/items/payers?limit=20&filter[unit][_eq]=${listedUnit + 1}&sort=PayerId&meta=filter_count&fields=*,unit.Name`,
      }),
      detail: (requestNo) => ({ method: 'GET', path: `${pathOf(requestNo)}?fields=*,unit.Name` }),
      create: (requestNo) => ({
        method: 'POST',
        path: '/items/payers',
        body: recordOf({ ...first, PayerId: `NEW${requestNo}`, PayerNo: String(500_000 + requestNo) }),
      }),
      // All updates change the same 200 payers.
      update: (requestNo) => ({ method: 'PATCH', path: pathOf(requestNo % 200), body: { Remark: `壓力測試 ${requestNo}` } }),
    }
  },
}

const idField = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} }

/** Number of payers that one call creates. */
const chunkSize = 500

interface CreatedPayers {
  readonly data: readonly { readonly id: number }[]
}

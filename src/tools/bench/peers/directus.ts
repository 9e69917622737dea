import { sql } from 'kysely'
import { createdUnit, firstPayer, listedUnit, type Peer, payerColumns, unitCount } from './peer'

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
    const { data } = (await send({ method: 'POST', path: '/auth/login', body: admin })) as {
      readonly data: { readonly access_token: string }
    }
    return data.access_token
  },
  prepare: async (send) => {
    await send({
      method: 'POST',
      path: '/collections',
      body: { collection: 'units', schema: {}, meta: {}, fields: [idField, textField('Name')] },
    })
    const fields = ['PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'].map(textField)
    const unitField = { field: 'unit', type: 'integer', schema: {}, meta: {} }
    await send({
      method: 'POST',
      path: '/collections',
      body: { collection: 'payers', schema: {}, meta: {}, fields: [idField, ...fields, unitField] },
    })
    await send({
      method: 'POST',
      path: '/relations',
      body: { collection: 'payers', field: 'unit', related_collection: 'units', schema: {}, meta: {} },
    })
    await send({
      method: 'POST',
      path: '/items/units',
      body: Array.from({ length: unitCount }, (_, index) => ({ Name: `U${index}` })),
    })
    return {
      // The database numbers the units from 1.
      statements: (payerCount) => [
        sql`insert into payers ("PayerId", "PayerNo", "PayerName", "Mobile", "Email", unit)
            select ${payerColumns}, 1 + n % ${sql.lit(unitCount)} from generate_series(0, ${sql.lit(payerCount - 1)}) n`,
        sql`create index on payers (unit, "PayerId")`,
      ],
      ids: sql`select id from payers order by id`,
      requests: (ids) => {
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
            body: {
              ...firstPayer,
              PayerId: `NEW${requestNo}`,
              PayerNo: String(500_000 + requestNo),
              unit: createdUnit + 1,
            },
          }),
          // All updates change the same 200 payers.
          update: (requestNo) => ({
            method: 'PATCH',
            path: pathOf(requestNo % 200),
            body: { Remark: `壓力測試 ${requestNo}` },
          }),
        }
      },
    }
  },
}

const idField = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} }

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createdUnit, firstPayer, listedUnit, type Peer, payerColumns, type Send, unitCount } from './peer'

const contentTypeJson = (name: string, attributes: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes,
  })

/** Returns the files of an API with the default controller, router and service. */
const apiFiles = (name: string, attributes: object): Record<string, string> => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: contentTypeJson(name, attributes),
  ...Object.fromEntries(
    (['Controller', 'Router', 'Service'] as const).map((part) => [
      `src/api/${name}/${part === 'Router' ? 'routes' : `${part.toLowerCase()}s`}/${name}.js`,
      `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${name}.${name}')\n`,
    ]),
  ),
})

const textAttribute = { type: 'string' }

/**
 * The code that runs when Strapi starts.
 * It creates a token for all calls and writes it to the file `token`, which `signIn` reads.
 */
const startScript = `module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const token = await strapi.service('admin::api-token').create({ name: 'bench', description: '', type: 'full-access', lifespan: null })
    require('node:fs').writeFileSync('token', token.accessKey)
  },
}
`

/** Strapi on PostgreSQL, in production, without its admin panel. */
export const strapi: Peer = {
  name: 'Strapi 5.54.0',
  packages: {
    '@strapi/strapi': '5.54.0',
    pg: '8.23.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  files: {
    'config/database.js':
      "module.exports = ({ env }) => ({ connection: { client: 'postgres', connection: { connectionString: env('DATABASE_URL') }, pool: { min: 2, max: 10 } } })\n",
    'config/server.js':
      "module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['first bench key', 'second bench key'] } })\n",
    'config/admin.js':
      "module.exports = () => ({ serveAdminPanel: false, auth: { secret: 'bench secret' }, apiToken: { salt: 'bench salt' }, transfer: { token: { salt: 'bench salt' } } })\n",
    'config/middlewares.js': `module.exports = ${JSON.stringify(['errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map((name) => `strapi::${name}`))}\n`,
    'src/index.js': startScript,
    ...apiFiles('unit', { Name: textAttribute }),
    ...apiFiles('payer', {
      PayerId: textAttribute,
      PayerNo: textAttribute,
      PayerName: textAttribute,
      Mobile: textAttribute,
      Email: textAttribute,
      Remark: textAttribute,
      unit: { type: 'relation', relation: 'manyToOne', target: 'api::unit.unit' },
    }),
    'public/uploads/.gitkeep': '',
  },
  startArguments: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
  probe: '/_health',
  env: ({ databaseUrl, port }) => ({
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    NODE_ENV: 'production',
    STRAPI_TELEMETRY_DISABLED: 'true',
  }),
  signIn: async (_, folder) => readFileSync(join(folder, 'token'), 'utf8'),
  prepare: async (send) => {
    const unitIds: string[] = []
    for (let index = 0; index < unitCount; index++)
      unitIds.push(await create(send, '/api/units', { Name: `U${index}` }))
    return {
      // The database numbers the units from 1, and the payers as well.
      statements: (payerCount) => [
        sql`insert into payers (document_id, payer_id, payer_no, payer_name, mobile, email, created_at, updated_at, published_at)
            select substr(md5(n::text), 1, 24), ${payerColumns}, now(), now(), now() from generate_series(0, ${sql.lit(payerCount - 1)}) n`,
        sql`insert into payers_unit_lnk (payer_id, unit_id) select id, 1 + (id - 1) % ${sql.lit(unitCount)} from payers order by id`,
        sql`create index on payers (payer_id)`,
        sql`create index on payers_unit_lnk (unit_id, payer_id)`,
      ],
      ids: sql`select document_id as id from payers order by id`,
      requests: (ids) => {
        const pathOf = (requestNo: number) => `/api/payers/${ids[requestNo % ids.length]}`
        return {
          list: () => ({
            method: 'GET',
            path: `/api/payers?filters[unit][documentId][$eq]=${unitIds[listedUnit]}&populate=unit&sort=PayerId&pagination[pageSize]=20&pagination[withCount]=true`,
          }),
          detail: (requestNo) => ({ method: 'GET', path: `${pathOf(requestNo)}?populate=unit` }),
          create: (requestNo) => ({
            method: 'POST',
            path: '/api/payers',
            body: {
              data: {
                ...firstPayer,
                PayerId: `NEW${requestNo}`,
                PayerNo: String(500_000 + requestNo),
                unit: unitIds[createdUnit],
              },
            },
          }),
          // All updates change the same 200 payers.
          update: (requestNo) => ({
            method: 'PUT',
            path: pathOf(requestNo % 200),
            body: { data: { Remark: `壓力測試 ${requestNo}` } },
          }),
        }
      },
    }
  },
}

const create = async (send: Send, path: string, data: object): Promise<string> => {
  const response = (await send({ method: 'POST', path, body: { data } })) as {
    readonly data: { readonly documentId: string }
  }
  return response.data.documentId
}

import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The reference of the portal's requests for payers: a server of `node:http` that executes one named statement for each
 * request, with the labels of references and the audit line.
 * It has neither sessions nor rights, and validates nothing.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_CONNECTIONS) })

const labelled = `
  p.*, a.agreement_name, u.payer_unit_name, b.bank_name
  from payer p
  left join agreement a on a.apply_code = p.apply_code
  left join payer_unit u on u.apply_code = p.apply_code and u.payer_unit_id = p.payer_unit_id
  left join bank b on b.bank_code = p.debit_bank_code`

/** Returns a statement with an audit line for each of its rows. */
const audited = (name: string, action: string, found: string): Statement => ({
  name,
  text: `
    with ${found},
      line as (
        insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
        select now(), 'bare', '', '', '${action}', 'payer', audited.serial_id::text, audited.before, audited.after from audited
      )
    select * from audited`,
})

interface Statement {
  readonly name: string
  readonly text: string
}

const statements = {
  list: {
    name: 'list',
    text: `
      select (select count(*) from payer where apply_code = $1 and payer_unit_id = $2) as total, ${labelled}
      where p.apply_code = $1 and p.payer_unit_id = $2
      order by p.payer_id, p.serial_id
      limit 20`,
  },
  detail: audited(
    'detail',
    'View',
    `audited as (select null::jsonb as before, null::jsonb as after, ${labelled} where p.serial_id = $1 and p.apply_code = $2)`,
  ),
  create: audited(
    'create',
    'Create',
    `audited as (
      insert into payer (apply_code, payer_unit_id, payer_id, payer_no, payer_name, payer_type, payer_status, create_user, create_time, update_user, update_time)
      values ($1, $2, $3, $4, $5, $6, $7, 'bare', now(), 'bare', now())
      returning *, null::jsonb as before, to_jsonb(payer) as after
    )`,
  ),
  update: audited(
    'update',
    'Update',
    `former as (select serial_id, to_jsonb(payer) as record from payer where serial_id = $1 for update),
    audited as (
      update payer set remark = $2, update_user = 'bare', update_time = now()
      from former where payer.serial_id = former.serial_id
      returning payer.*, former.record as before, to_jsonb(payer) as after
    )`,
  ),
} satisfies Record<string, Statement>

const answer = async (request: IncomingMessage): Promise<unknown> => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/') return 'ok'
  const [, name = '', id = ''] = pathname.split('/')
  const body = request.method === 'GET' ? {} : (JSON.parse(await text(request)) as Record<string, unknown>)
  switch (name) {
    case 'list':
      return query(statements.list, ['88001', 'U07'])
    case 'detail':
      return query(statements.detail, [id, '88001'])
    case 'create':
      return query(statements.create, [
        body.ApplyCode,
        body.PayerUnitId,
        body.PayerId,
        body.PayerNo,
        body.PayerName,
        body.PayerType,
        body.PayerStatus,
      ])
    default:
      return query(statements.update, [id, body.Remark])
  }
}

const query = async (statement: Statement, values: unknown[]): Promise<unknown> =>
  (await pool.query({ ...statement, values })).rows

createServer((request, response) => {
  answer(request).then(
    (result) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(result)),
    (error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    },
  )
}).listen(Number(process.env.PORT))

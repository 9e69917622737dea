import { setTimeout } from 'node:timers/promises'
import type { RunningServer } from '../../e2e/support/server'
import { companyToken, demoAccount } from '../../e2e/support/sign-in'
import { type UsedCode, useCode } from './one-time-passwords'

/** The changes that the portal has acknowledged, in all rounds. */
export interface Acknowledged {
  readonly fees: string[]
  /** Fees by code, with the name that was written last. */
  readonly renamed: Map<string, string>
  readonly payers: string[]
  readonly uploads: number[]
  /** One-time passwords that were used. */
  readonly codes: UsedCode[]
}

export const nothingYet = (): Acknowledged => ({ fees: [], renamed: new Map(), payers: [], uploads: [], codes: [] })

/** Writes of every kind concurrently for that long; the caller kills the portal meanwhile. */
export const mixedWrites = async (
  server: RunningServer,
  round: number,
  said: Acknowledged,
  milliseconds: number,
): Promise<void> => {
  const token = await companyToken(server, demoAccount('maker01'))
  const call = caller(server, token)
  let running = true
  const repeat = async (work: (no: number) => Promise<void>): Promise<void> => {
    for (let no = 1; running; no++) await work(no).catch(() => setTimeout(5))
  }
  const writers = [
    repeat(async (no) => {
      const code = `K${round}N${no}`
      const { SerialId } = await call<{ SerialId: number }>('POST', '/fee', {
        ApplyCode: '77001',
        FeeCode: code,
        FeeName: '斷電測試',
        SortNo: 9,
        FeeStatus: 'Active',
      })
      said.fees.push(code)
      const fee = await call<{ UpdateTime: string }>('GET', `/fee/${SerialId}`)
      await call('PUT', `/fee/${SerialId}`, { ...fee, FeeName: `斷電測試${no}` })
      said.renamed.set(code, `斷電測試${no}`)
    }),
    repeat(async (no) => {
      const PayerId = `K${round}-${no}`
      await call('POST', '/Payer', { ...payer, PayerId, PayerNo: String(900_000 + round * 4000 + no) })
      said.payers.push(PayerId)
    }),
    repeat(async (no) => {
      said.uploads.push(
        (await call<{ SerialId: number }>('POST', '/BillImportList', await bills(call, round * 1000 + no))).SerialId,
      )
      await setTimeout(150)
    }),
    repeat(async (no) => {
      said.codes.push(await useCode(server, round * 3 + no))
    }),
    // A sign-in writes a session, its limits and the log of security events.
    repeat(async () => {
      await companyToken(server, demoAccount('viewer01'))
      await setTimeout(300)
    }),
  ]
  await enough(said)
  await setTimeout(milliseconds)
  await server.kill()
  running = false
  await Promise.all(writers)
}

/** Waits until the portal has acknowledged enough changes in this round, however busy the machine is. */
const enough = async (said: Acknowledged): Promise<void> => {
  const before = countOf(said)
  while (countOf(said) < before + 25) await setTimeout(10)
}

/** The number of acknowledged changes. */
export const countOf = ({ fees, renamed, payers, uploads, codes }: Acknowledged): number =>
  fees.length + renamed.size + payers.length + uploads.length + codes.length

/** Rows of one upload. */
export const rowsPerUpload = 300

const payer = {
  ApplyCode: '77001',
  PayerName: '王大明',
  PayerType: 'Normal',
  NotifyMethod: [],
  DebitAuthStatus: 'None',
  PayerStatus: 'Active',
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

const caller =
  (server: RunningServer, token: string): Call =>
  async <T>(method: string, path: string, body?: object) => {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    })
    const { ReturnCode, ReturnMsg, OutData } = (await answer.json()) as {
      ReturnCode: string
      ReturnMsg: string
      OutData: T
    }
    if (ReturnCode !== '0000')
      throw new Error(`${method} ${path}: ${ReturnCode} ${ReturnMsg} ${JSON.stringify(OutData)}`)
    return OutData
  }

let openTerm = ''

/** An upload of new bills; their numbers follow from the number of the upload. */
const bills = async (call: Call, no: number): Promise<FormData> => {
  if (!openTerm) openTerm = await findTerm(call)
  const first = 100_000 + (no % 2500) * rowsPerUpload
  const lines = Array.from(
    { length: rowsPerUpload },
    (_, index) => `Z${first + index},${String(first + index).padStart(6, '0')},王大明,1000`,
  )
  const form = new FormData()
  const fields = {
    ApplyCode: '77001',
    CurrencyType: 'TWD',
    ImportBatchName: '斷電測試',
    BillImportPDFSetting: 'None',
    CustomerName: '示範社區管理委員會',
  }
  for (const [name, value] of Object.entries({ ...fields, BillTermId: openTerm, OriFileName: 'bills.csv' }))
    form.append(name, value)
  form.append('File', new File([['繳款人代號,繳款人編號,繳款人姓名,應繳金額', ...lines].join('\r\n')], 'bills.csv'))
  return form
}

const findTerm = async (call: Call): Promise<string> => {
  const { Items } = await call<{ Items: { BillTermId: string }[] }>(
    'GET',
    '/BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&SortOrder=DESC',
  )
  return Items[0]?.BillTermId ?? ''
}

import type { CompanyData } from '../../../contract/call-responses'
import lines from './lines.json'
import list from './list.json'

const rights = ['Use', 'Query', 'Create', 'Update', 'Delete'] as const

const pages = ['fromSchema', 'handWritten', 'lines']

const user: CompanyData = {
  UniformNo: '90000017',
  CustomerName: '示範社區管理委員會',
  UserId: 'bench',
  UserName: '王大明',
  RoleId: 'CustomerAdmin',
  RoleName: '企業管理者',
  ApplyCodes: ['77001'],
  LastLoginTime: null,
  LastLoginIP: null,
  MustChangeMima: false,
  MustChangeReason: null,
  MimaDaysLeft: null,
}

/** The session of a user with all rights to the records of the benchmark. */
export const session = {
  JWTToken: 'none',
  UniformNo: user.UniformNo,
  MenuInfos: pages.map((MenuId) => ({
    MenuId,
    MenuName: MenuId,
    ParentId: '',
    Path: `/admin/${MenuId}`,
    Sort: 1,
    Rights: [...rights],
  })),
  data: user,
}

/** Responds to every call within the page, without a server. */
export const respondToCalls = (): void => {
  window.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const OutData = /\/Lines\/(\d+)/.test(pathname)
      ? recordWithLines(Number(pathname.split('/').at(-1)))
      : { Items: bills, TotalCount: bills.length, PageNo: 1, PageSize: 100 }
    const isKnown = pathname.startsWith('/api/') && !pathname.includes('/Ext/')
    return new Response(JSON.stringify({ ReturnCode: isKnown ? '0000' : '2004', ReturnMsg: '', OutData }), {
      status: isKnown ? 200 : 404,
      headers: { 'Content-Type': 'application/json' },
    })
  }
}

const auditValues = {
  CreateUser: 'bench',
  CreateTime: '2026-11-20T09:00:00+08:00',
  UpdateUser: 'bench',
  UpdateTime: '2026-11-20T09:00:00+08:00',
}

const bills = Array.from({ length: 100 }, (_, index) => ({
  SerialId: index + 1,
  ApplyCode: '77001',
  BillNo: `B1151120${String(index).padStart(4, '0')}`,
  PayerName: `王大明${index}`,
  Amount: 1000 + index * 10,
  Paid: index % 3 === 0 ? 1000 + index * 10 : 0,
  StartDate: '2026-11-01',
  EndDate: '2026-11-30',
  Kind: index % 2 ? 'Fee' : 'Parking',
  Channel: ['Store', 'Bank', 'Atm'][index % 3],
  Debit: index % 4 === 0,
  Count: index % 5,
  PayerNo: String(index).padStart(6, '0'),
  Remark: '社區管理費',
  ...auditValues,
}))

// The id of a record is the number of its lines.
const recordWithLines = (count: number) => ({
  SerialId: count,
  ApplyCode: '77001',
  Title: `${count} 列`,
  Lines: Array.from({ length: count }, (_, index) => ({
    Item: `品項${index}`,
    Quantity: index + 1,
    Each: 100,
    Due: '2026-11-30',
    How: index % 2 ? 'Post' : 'Pickup',
    Address: index % 2 ? '臺北市中正區' : null,
    Sum: (index + 1) * 100,
  })),
  Total: 0,
  ...auditValues,
})

/**
 * The schema files of the page: one for a generated list, one for the same list written by hand, and one for a form
 * with many lines.
 */
export const schemaFiles = Object.entries({
  fromSchema: list,
  handWritten: { ...list, label: '手寫', menu: { ...list.menu, order: 20 } },
  lines,
}).map(([name, schema]) => ({
  file: `schemas/${name}.json`,
  text: JSON.stringify(schema),
}))

import { addDays, taipeiToday } from '../../src/domain/dates/dates'
import type { RecordValues } from '../../src/schema/language/language'
import { columnName } from '../../src/schema/load/names'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import { columnsOf } from '../../src/server/database/table-definition'
import { anyTables } from '../../src/server/database/transaction'
import type { Modules } from '../../src/server/module'
import { handle } from '../../src/server/payments/handlings/handlings'
import type { Ports } from '../../src/server/ports'
import { toColumnValue } from '../../src/server/records/projection'

/**
 * Functions that create records directly in the database, as if they had been created earlier; values that a test omits
 * have sensible defaults.
 */
export type Given = ReturnType<typeof givenIn>

export const givenIn = (ports: Ports, schemas: SchemaSet, modules: Modules) => {
  const insert = inserter(ports, schemas)
  let no = 0
  const next = () => ++no
  const line = (values: RecordValues = {}) => {
    const today = taipeiToday(ports.clock())
    return insert('TLDetail', {
      ApplyCode: '77001',
      ChannelId: '01',
      MarketItemCode: '7A1',
      TradeDate: today,
      TransDate: today,
      AccountDate: today,
      ExpectRemitDate: addDays(today, 3),
      TxnSeq: String(next()).padStart(6, '0'),
      VACAccount: '77001260001235',
      CurrencyType: 'TWD',
      AmountSign: 'Plus',
      Amount: 1000,
      ChannelFee: 10,
      NetAmount: 990,
      WriteOffStatus: 'WrittenOff',
      ...values,
    })
  }

  return {
    /** Creates a record of any resource with exactly these values. */
    record: (resource: string, values: RecordValues) => insert(resource, values),

    customer: (values: RecordValues = {}) =>
      insertPlain(ports, 'customer', {
        UniformNo: companies.committee,
        CustomerName: '示範社區管理委員會',
        ContactName: '王大明',
        ContactMobile: '0912345678',
        CustomerPhone: '02-27001234',
        Email: 'office@example.com',
        ZipCode: '100006',
        Address: '臺北市中正區重慶南路一段１２２號',
        CustomerStatus: 'Active',
        ...values,
      }),

    /** Creates a file that the bank publishes for companies; its content is missing unless `File` names one. */
    publishedFile: (values: RecordValues = {}) =>
      insert('publishedFile', {
        File: 'f',
        FileName: 'a.txt',
        FileType: 'Form',
        Audience: 'Company',
        FileSize: 1,
        PublishDate: '2026-11-01',
        DownloadCount: 0,
        ...values,
      }),

    /**
     * Creates a user without a password, two days ago: nobody may release anything on their first day.
     * Tests sign in with `as`.
     */
    user: async (values: RecordValues = {}) => {
      const user = await insertPlain(ports, 'portal_user', {
        UniformNo: companies.committee,
        UserId: `user${String(next()).padStart(2, '0')}`,
        UserName: '王大明',
        RoleId: 'CustomerMaker',
        ApplyCodes: ['77001'],
        Email: 'wangdm@example.com',
        Mobile: '0912345678',
        UserStatus: 'Enabled',
        LoginErrorCount: 0,
        CreateTime: new Date(ports.clock().getTime() - 2 * 86_400_000).toISOString(),
        ...values,
      })
      await insertPlain(ports, 'portal_user_secret', { UserId: user.SerialId, PasswordHash: '' }, false)
      return user
    },

    agreement: (values: RecordValues = {}) =>
      insert('Agreement', {
        ApplyCode: '77001',
        AgreementName: '示範社區管理費',
        UniformNo: companies.committee,
        RealAccount: '00112345600123',
        VACLength: 14,
        TermNoLen: 2,
        PayerNoLen: 6,
        VACCheckType: 'Account',
        VACCheckScheme: 'W371',
        AllowOwnVAC: false,
        CheckDuplicate: true,
        UseWhiteList: false,
        DualControl: false,
        Channels: ['00', '01', '02', '03', '04', '05', '06', '07', 'A0'],
        MarketItems: ['7A1'],
        PostGiroAccount: '50012345',
        AgreementStatus: 'Active',
        ...values,
      }),

    marketItem: (values: RecordValues = {}) =>
      insert('MarketItem', {
        MarketItemCode: '7A1',
        MarketItemName: '一般代收（2萬元以下、內扣）',
        MinAmount: 1,
        MaxAmount: 20000,
        FeeBearType: 'Deduct',
        ChannelFee: 10,
        PayPeriodType: 'NDayA',
        ...values,
      }),

    billCategory: (values: RecordValues = {}) =>
      insert('billCategory', {
        ApplyCode: '77001',
        BillCategoryCode: 'MGT',
        BillCategoryName: '社區管理費',
        BillTemplateId: 'A4Standard',
        Channels: ['01', '02', '03', '04', '05', '06'],
        MarketItemCode: '7A1',
        FeeBearType: 'Deduct',
        AllowPartial: false,
        AllowOverdue: false,
        CategoryStatus: 'Active',
        ...values,
      }),

    billTerm: (values: RecordValues = {}) =>
      insert('billTerm', {
        ApplyCode: '77001',
        BillTermId: '2026-11',
        BillTermName: '115年11月管理費',
        BillTermNo: '26',
        BillCategoryCode: 'MGT',
        BillTemplateId: 'A4Standard',
        BillChineseName: '社區管理費繳款單',
        PaymentStartDate: '2026-11-01',
        PaymentEndDate: '2026-11-30',
        FeeItems: [],
        TermStatus: 'Open',
        ...values,
      }),

    payerUnit: (values: RecordValues = {}) =>
      insert('payerUnit', {
        ApplyCode: '77001',
        PayerUnitId: 'A1',
        PayerUnitName: 'A棟',
        UnitStatus: 'Active',
        ...values,
      }),

    fee: (values: RecordValues = {}) =>
      insert('fee', {
        ApplyCode: '77001',
        FeeCode: `F${next()}`,
        FeeName: '管理費',
        DefaultAmount: 1000,
        SortNo: 1,
        FeeStatus: 'Active',
        ...values,
      }),

    payer: (values: RecordValues = {}) => {
      const n = next()
      return insert('payer', {
        ApplyCode: '77001',
        PayerId: `A1-${String(n).padStart(4, '0')}`,
        PayerNo: String(n).padStart(6, '0'),
        PayerName: '王大明',
        PayerType: 'Normal',
        NotifyMethod: [],
        DebitAuthStatus: 'None',
        PayerStatus: 'Active',
        ...values,
      })
    },

    bill: (values: RecordValues = {}) => {
      const n = next()
      return insert('bills', {
        ApplyCode: '77001',
        BillNo: `B202611-${String(n).padStart(6, '0')}`,
        BillTermId: '2026-11',
        BillCategoryCode: 'MGT',
        PayerName: '王大明',
        PayerNo: String(n).padStart(6, '0'),
        CurrencyType: 'TWD',
        FeeItems: [{ SortNo: 1, FeeCode: null, FeeName: '管理費', Amount: 1000 }],
        ShouldPayAmount: 1000,
        PaidAmount: 0,
        VACAccount: `7700126${String(n).padStart(7, '0')}`,
        PaymentStartDate: '2026-11-01',
        PaymentEndDate: '2026-11-30',
        PayStatus: 'Unpaid',
        BillState: 'Active',
        AccountState: 'InUse',
        DebitFlag: false,
        PrintCount: 0,
        ...values,
      })
    },

    /** Creates a line without its entries in the ledger. */
    line,

    /** Creates a notice of a credit. */
    notice: (values: RecordValues = {}) =>
      insert('ImmediateClientNotify', {
        ApplyCode: '77001',
        TradeDate: taipeiToday(ports.clock()),
        TxnSeq: String(next()).padStart(6, '0'),
        VACAccount: '77001260001235',
        ChannelId: '06',
        CurrencyType: 'TWD',
        AmountSign: 'Plus',
        Amount: 1000,
        NotifyMethod: 'WebService',
        NotifyStatus: 'Success',
        RetryCount: 0,
        ResendCount: 0,
        ...values,
      }),

    /** Creates a line that a user proposes to set aside; its agreement must have DualControl. */
    proposal: async (userId: string, values: RecordValues) => {
      const { SerialId, ApplyCode } = await line({
        WriteOffStatus: 'Exception',
        ExceptionType: 'BillNotFound',
        ...values,
      })
      const scope = {
        kind: 'company',
        sessionId: '',
        userId,
        role: 'CustomerMaker',
        uniformNo: companies.committee,
        applyCodes: [String(ApplyCode)],
      } as const
      const context = { db: ports.db, schemas, modules, scope, clock: ports.clock, ip: '127.0.0.1' }
      return handle(context, { serialId: Number(SerialId) }, { request: { action: 'Invalid' }, Reason: '退款' })
    },
  }
}

/** Uniform numbers of the companies in tests; their check digits are valid. */
export const companies = { committee: '90000017', insurer: '90000012' } as const

const inserter =
  (ports: Ports, schemas: SchemaSet) =>
  async (name: string, values: RecordValues): Promise<RecordValues> => {
    const resource = schemas.get(name)
    const columns = columnsOf(resource).filter(({ field }) => values[field.name] !== undefined)
    const row = await anyTables(ports.db)
      .insertInto(resource.table)
      .values({
        ...Object.fromEntries(
          columns.map(({ name: column, type, field }) => [column, toColumnValue(type, values[field.name])]),
        ),
        ...trail(ports),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...values, ...Object.fromEntries(resource.key.map((key) => [key, row[columnName(key)]])) }
  }

const insertPlain = async (
  ports: Ports,
  table: string,
  values: RecordValues,
  withTrail = true,
): Promise<RecordValues> => {
  const columns = Object.entries(values).map(([name, value]) => [
    columnName(name),
    Array.isArray(value) ? JSON.stringify(value) : value,
  ])
  const row = await anyTables(ports.db)
    .insertInto(table)
    .values({ ...(withTrail ? trail(ports) : {}), ...Object.fromEntries(columns) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return 'serial_id' in row ? { ...values, SerialId: row.serial_id } : values
}

const trail = ({ clock }: Ports) => {
  const now = clock().toISOString()
  return { create_user: 'test', create_time: now, update_user: 'test', update_time: now }
}

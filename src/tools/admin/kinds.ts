/** A kind of file that the bank sets a portal up with. */
export interface Kind {
  /** Name of the file, without `.csv` or `.json`. */
  readonly file: string
  readonly resource: string
  /** Fields that each line must fill. */
  readonly required: readonly string[]
}

/** In the order in which they refer to each other; fields carry the names of the schemas, and lists are written with semicolons in CSV. */
export const kinds = [
  { file: 'bank-codes', resource: 'Bank', required: ['BankCode', 'BankName'] },
  { file: 'holidays', resource: 'Holiday', required: ['HolidayDate', 'HolidayName'] },
  {
    file: 'market-items',
    resource: 'MarketItem',
    required: ['MarketItemCode', 'MarketItemName', 'MinAmount', 'MaxAmount', 'FeeBearType', 'ChannelFee', 'PayPeriodType'],
  },
  {
    file: 'customers',
    resource: 'Customer',
    required: ['UniformNo', 'CustomerName', 'ContactName', 'ContactMobile', 'CustomerPhone', 'Email', 'ZipCode', 'Address'],
  },
  {
    file: 'agreements',
    resource: 'Agreement',
    required: ['ApplyCode', 'AgreementName', 'UniformNo', 'RealAccount', 'VACLength', 'TermNoLen', 'PayerNoLen', 'VACCheckType', 'VACCheckScheme', 'Channels'],
  },
  { file: 'payer-login-fields', resource: 'PayerLoginField', required: ['UniformNo', 'Field', 'Label'] },
  { file: 'users', resource: 'portalUser', required: ['UniformNo', 'UserId', 'UserName', 'RoleId', 'Email', 'Mobile'] },
] as const satisfies readonly Kind[]

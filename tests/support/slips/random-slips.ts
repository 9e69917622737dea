import fc from 'fast-check'
import { composeAccount } from '../../../src/domain/accounts/virtual-account'
import { composeSlip } from '../../../src/domain/bills/slip'
import { addDays } from '../../../src/domain/dates/dates'
import type { TemplateName } from '../../../src/schema/slips/template'
import { slipSource } from './slip-source'

/** Returns random bills in a template, with store barcodes, and some with those of the post and with TWQR. */
export const randomSlip = (template: TemplateName) =>
  fc
    .record({
      serial: fc.stringMatching(/^[0-9]{6}$/),
      amount: fc.integer({ min: 1, max: 60_000 }),
      due: fc.integer({ min: 0, max: 400 }),
      twqr: fc.boolean(),
      giro: fc.option(fc.stringMatching(/^[0-9]{8}$/)),
      item: fc.constantFrom('7A1', '7B3', 'I0O'),
    })
    .map(({ serial, amount, due, giro, item, twqr }) => {
      const VACAccount = composeAccount({
        applyCode: '77001',
        checkType: 'Account',
        scheme: 'W371',
        length: 14,
        termNo: '26',
        payerNo: serial,
        amount,
        dueDate: null,
      })
      return composeSlip({
        ...slipSource,
        templates: [template],
        bill: {
          ...slipSource.bill,
          VACAccount,
          ShouldPayAmount: amount,
          PaymentEndDate: addDays(slipSource.today, due),
        },
        agreement: {
          ...slipSource.agreement,
          Channels: [...slipSource.agreement.Channels, ...(twqr ? ['16'] : [])],
          PostGiroAccount: giro,
        },
        marketItem: { ...slipSource.marketItem, MarketItemCode: item, MaxAmount: 60_000 },
      })
    })

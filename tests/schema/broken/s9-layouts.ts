import { readFileSync } from 'node:fs'
import { type Cases, validFiles } from './changed-files'

const withLayout = validFiles.set('layouts/store', JSON.parse(readFileSync('schemas/layouts/store.json', 'utf8')))
const file = 'layouts/store'
const withMedium = validFiles.set('layouts/achP01', JSON.parse(readFileSync('schemas/layouts/achP01.json', 'utf8')))
const medium = 'layouts/achP01'

export const layoutChecks = {
  S901: {
    silent: withLayout,
    'misspelled type': withLayout.set(`${file}.trailer.fields.TotalCount.type`, 'numbr').gives(`
      S901 layouts/store: trailer.fields.TotalCount.type is 'numbr', which is not a type of field in layouts.
        Did you mean 'number'?`),
  },
  S902: {
    silent: withLayout,
    'field that begins too early': withLayout
      .set(`${file}.header.fields.Reserved.offset`, 29)
      .set(`${file}.header.fields.Reserved.length`, 92)
      .gives(`
      S902 layouts/store: header.fields.Reserved cannot begin at byte 29: 'TransDate' ends at byte 29.
        Correct the offset or length of one of them. A field that is a part of another one has "within".`),
    'part without its field': withLayout.remove(`${file}.details.payment.fields.Amount.within`).gives(`
      S902 layouts/store: details.payment.fields.Amount cannot begin at byte 96: 'Barcode3' ends at byte 104.
        Correct the offset or length of one of them. A field that is a part of another one has "within".`),
  },
  S903: {
    silent: withLayout.remove(`${file}.details.payment.fields.Amount.within`),
    'bytes between two fields': withLayout.set(`${file}.header.fields.CompanyCode.length`, 7).gives(`
      S903 layouts/store: header.fields cannot leave byte 9 without a field.
        Correct an offset or length, or add a field of the type filler.`),
    'bytes at both ends': withLayout
      .remove(`${file}.trailer.fields.RecordType`)
      .set(`${file}.trailer.fields.Reserved.length`, 60)
      .gives(`
      S903 layouts/store: trailer.fields cannot leave byte 1 without a field.
        Correct an offset or length, or add a field of the type filler.
      S903 layouts/store: trailer.fields cannot leave bytes 115 to 120 without a field.
        Correct an offset or length, or add a field of the type filler.`),
  },
  S904: {
    silent: withLayout,
    'field beyond the line': withLayout.set(`${file}.trailer.fields.Reserved.length`, 67).gives(`
      S904 layouts/store: trailer.fields.Reserved cannot end at byte 121 of a line of 120 bytes.
        Correct its offset or length, or the length of the lines.`),
  },
  S905: {
    silent: withLayout,
    'part outside its field': withLayout.set(`${file}.details.payment.fields.VACAccount.within`, 'Barcode1').gives(`
      S905 layouts/store: details.payment.fields.VACAccount cannot lie outside 'Barcode1', bytes 61 to 69.
        Set "within" to a field that contains all bytes of this one and is not a part itself.`),
    'part of a field that does not exist': withLayout
      .set(`${file}.details.payment.fields.VACAccount.within`, 'Barcod2')
      .gives(`
      S905 layouts/store: details.payment.fields.VACAccount.within refers to 'Barcod2', which is not a field of details.payment.
        Did you mean 'Barcode2'?`),
    'part of itself': withLayout
      .set(`${file}.details.payment.fields.Barcode3.within`, 'Barcode3')
      .set(`${file}.details.payment.fields.Filler`, { type: 'filler', offset: 90, length: 15 })
      .gives(`
        S905 layouts/store: details.payment.fields.Barcode3.within refers to 'Barcode3', which is a part itself.
          Set "within" to a field that contains all bytes of this one and is not a part itself.
        S905 layouts/store: details.payment.fields.Amount.within refers to 'Barcode3', which is a part itself.
          Set "within" to a field that contains all bytes of this one and is not a part itself.`),
  },
  S906: {
    silent: withLayout,
    'date of seven bytes': withLayout
      .set(`${file}.header.fields.TransDate.length`, 7)
      .set(`${file}.header.fields.Reserved.offset`, 29)
      .set(`${file}.header.fields.Reserved.length`, 92)
      .gives(`
      S906 layouts/store: header.fields.TransDate.length must be 8 for the type 'date'.
        Correct the length; schemas/README.md lists the types of fields in layouts.`),
    'number that is too large to be exact': withLayout.remove(`${file}.trailer.fields.TotalAmount.decimals`).gives(`
      S906 layouts/store: trailer.fields.TotalAmount.length must be from 1 to 15 for a number.
        Correct the length; schemas/README.md lists the types of fields in layouts.`),
    'number of decimals alone': withLayout
      .set(`${file}.trailer.fields.Reserved`, { type: 'filler', offset: 57, length: 64 })
      .set(`${file}.trailer.fields.Cents`, { type: 'number', offset: 55, length: 2, label: '角分', decimals: 2 })
      .gives(`
        S906 layouts/store: trailer.fields.Cents.length must be from 3 to 17 for a number with 2 decimals.
          Correct the length; schemas/README.md lists the types of fields in layouts.`),
    'fixed digits of another length': withLayout.set(`${file}.header.fields.TransferType.value`, '00').gives(`
      S906 layouts/store: header.fields.TransferType.value must be 3 digits.
        Correct the length; schemas/README.md lists the types of fields in layouts.`),
    'fixed text that is too long': withLayout
      .set(`${file}.details.insurance.fields.MarketItemCode.value`, 'INSURANCE')
      .gives(`
      S906 layouts/store: details.insurance.fields.MarketItemCode.value must be at most 8 ASCII characters.
        Correct the length; schemas/README.md lists the types of fields in layouts.`),
  },
  S907: {
    silent: withLayout,
    'sum of a field that one kind of line lacks': withLayout
      .rename(`${file}.details.insurance.fields.Amount`, 'Money')
      .gives(`
      S910 layouts/store: details.insurance.fields must have 'Amount'.
        Add the field; its kind in src/server/payments/kinds names the fields that it needs.
      S907 layouts/store: trailer.fields.TotalAmount.sum refers to 'Amount', which is not a field of details.insurance.
        Known names: 'Money'.`),
    'sum of a text': withLayout.set(`${file}.trailer.fields.TotalAmount.sum`, 'AgencyCode').gives(`
      S907 layouts/store: trailer.fields.TotalAmount.sum refers to 'AgencyCode', which is not of the type 'number' in details.insurance.
        "sum" of a trailer names a number of every kind of detail line, "sign" a field of the type sign in the same line.
      S907 layouts/store: trailer.fields.TotalAmount.sum refers to 'AgencyCode', which is not of the type 'number' in details.payment.
        "sum" of a trailer names a number of every kind of detail line, "sign" a field of the type sign in the same line.`),
    'total of a detail line': withLayout.set(`${file}.details.insurance.fields.Amount.count`, true).gives(`
      S907 layouts/store: details.insurance.fields.Amount cannot have a total: only trailers have totals.
        "sum" of a trailer names a number of every kind of detail line, "sign" a field of the type sign in the same line.`),
    'count and sum in one': withLayout.set(`${file}.trailer.fields.TotalCount.sum`, 'Amount').gives(`
      S907 layouts/store: trailer.fields.TotalCount cannot have both 'count' and 'sum'.
        "sum" of a trailer names a number of every kind of detail line, "sign" a field of the type sign in the same line.`),
    'sign that the line lacks': withLayout.set(`${file}.details.payment.fields.Amount.sign`, 'AmountSign').gives(`
      S907 layouts/store: details.payment.fields.Amount.sign refers to 'AmountSign', which is not a field of details.payment.
        "sum" of a trailer names a number of every kind of detail line, "sign" a field of the type sign in the same line.`),
  },
  S908: {
    silent: withLayout,
    'line with the fixed values of an earlier one': withLayout
      .set(`${file}.trailer.fields.RecordType.value`, '2')
      .remove(`${file}.details.insurance.fields.MarketItemCode.value`)
      .gives(`
      S908 layouts/store: details.payment cannot be told apart from details.insurance.
        Give it a field with a "value" that earlier lines do not have, or move it before them.
      S908 layouts/store: trailer cannot be told apart from details.insurance.
        Give it a field with a "value" that earlier lines do not have, or move it before them.`),
  },
  S909: {
    silent: withLayout,
    'misspelled file name': validFiles.set('layouts/stor', { ...(withLayout.content[file] as object) }).gives(`
      S909 layouts/stor at the top: the file name 'stor' is not the name of a layout.
        Did you mean 'store'?`),
  },
  S910: {
    silent: withLayout,
    'missing field': withLayout.rename(`${file}.details.payment.fields.VACAccount`, 'Account').gives(`
      S910 layouts/store: details.payment.fields must have 'VACAccount'.
        Add the field; its kind in src/server/payments/kinds names the fields that it needs.`),
    'lines without a serial in a layout without a header': withLayout.remove(`${file}.header`).gives(`
      S910 layouts/store at the top: the file must have 'header'.
        Add the field; its kind in src/server/payments/kinds names the fields that it needs.`),
    'lines without a serial below a header without a day': withLayout
      .rename(`${file}.header.fields.TransDate`, 'SentOn')
      .gives(`
      S910 layouts/store: header.fields must have 'TransDate'.
        Add the field; its kind in src/server/payments/kinds names the fields that it needs.`),
    'no kind of detail line': withLayout.set(`${file}.details`, {}).gives(`
      S910 layouts/store: details must be an object with at least one kind of line.
        Add the field; its kind in src/server/payments/kinds names the fields that it needs.`),
  },
  S911: {
    silent: withLayout,
    'optional account': withLayout.set(`${file}.details.payment.fields.VACAccount.optional`, true).gives(`
      S911 layouts/store: details.payment.fields.VACAccount cannot be optional: the portal processes it.
        Remove "optional": a payment whose account, amount or day cannot be read must stop the file.`),
  },
  S912: {
    silent: withMedium,
    'code that is too long': withMedium
      .set(`${medium}.details.debit.fields.ExchangeMark.codes`, { B: '第二次', B2: '其他' })
      .gives(`
      S912 layouts/achP01: details.debit.fields.ExchangeMark.codes.B2 must be at most 1 characters.
        "codes" has every code that the field can have, with its text.`),
    'success that is no code': withMedium
      .set(`${medium}.details.debit.fields.ExchangeMark.codes`, { B: '第二次' })
      .set(`${medium}.details.debit.fields.ExchangeMark.success`, 'C')
      .gives(`
      S912 layouts/achP01: details.debit.fields.ExchangeMark.success must be one of 'codes'.
        Did you mean 'B'?`),
  },
  S913: {
    silent: withMedium.set(`${medium}.details.debit.fields.TxId.value`, '851'),
    'field that the portal does not know': withMedium.rename(`${medium}.details.debit.fields.TxId`, 'TxID').gives(`
      S913 layouts/achP01: details.debit.fields.TxID has no value: the portal does not supply 'TxID'.
        Did you mean 'TxId'?`),
    'layout that could be uploaded': withMedium.remove(`${medium}.written`).gives(`
      S913 layouts/achP01 at the top: the file must have '"written": true'.
        Give it a "value", make it a filler, or use a name that the portal supplies (src/server/payments/debits/media.ts).`),
  },
} satisfies Cases

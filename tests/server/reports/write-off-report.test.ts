import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const november = { ApplyCode: '77001', DateType: 'AccountDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }

test('try', async () => {
  const open = await portal()
  await twoCompanies(open)
  for (const [index, ChannelId] of ['01', '06', '01', '02'].entries()) {
    await open.given.line({ ChannelId, AccountDate: `2026-11-0${1 + index}`, PayerName: '王大明' })
    await open.given.line({ ChannelId, AccountDate: `2026-11-0${1 + index}`, WriteOffStatus: 'Exception', ExceptionType: 'OverPaid' })
  }
  const maker = await open.as('CustomerMaker')
  const answer = await maker.get('/ReportPrint/WriteOffReport', { ...november, WithTotals: true })
  console.log(JSON.stringify(answer, null, 1).slice(0, 3000))
  for (const FileFormat of ['Csv', 'Txt', 'Xlsx', 'Pdf']) {
    const file = await maker.get('/Ext/ReportPrint/WriteOffReportFile', { ...november, FileFormat })
    console.log(file.status, file.bytes?.length, FileFormat[0] === 'X' || FileFormat === 'Pdf' ? '' : file.text)
    if (FileFormat === 'Pdf') (await import('node:fs')).writeFileSync('/tmp/h1-a.pdf', file.bytes)
    if (FileFormat === 'Xlsx') (await import('node:fs')).writeFileSync('/tmp/h1-a.xlsx', file.bytes)
  }
  console.log(await maker.get('/ReportPrint/WriteOffReport', { ...november, ApplyCode: '77003', EndDate: '2027-03-01' }))
  console.log(await maker.get('/ReportPrint/WriteOffReport', { ...november, ApplyCode: '77003' }))
  console.log(await maker.get('/ReportPrint/WriteOffReport', {}))
  expect(1).toBe(1)
})

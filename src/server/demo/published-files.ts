import { csvText } from '../../domain/csv'
import { addDays } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { mediaTypeOf } from '../../domain/file-kinds'
import type { DemoPortal } from './demo-portal'
import { type AuditValues, insertRows } from './insert-rows'
import { marketItems } from './references'
import { insertFiles } from './uploads'

/** Publishes files in the download area: two for companies, one of them from next week on, and one for the bank. */
export const seedPublishedFiles = async ({ ports, today }: DemoPortal, auditValues: AuditValues): Promise<void> => {
  const files = demoFiles(today).map(({ text, ...file }, index) => ({
    ...file,
    File: `demofile${index + 1}`,
    bytes: new TextEncoder().encode(text),
  }))
  await insertFiles(
    ports.db,
    files.map(({ File, FileName, bytes }) => ({
      id: File,
      name: FileName,
      type: mediaTypeOf(FileName),
      uniformNo: '',
      bytes,
      time: auditValues.at,
    })),
  )
  await insertRows(
    ports.db,
    'published_file',
    files.map(({ bytes, ...file }) => ({ ...file, FileSize: bytes.length })),
    auditValues,
  )
}

const demoFiles = (today: string) => [
  {
    FileName: '超商代收項目與費率表.csv',
    FileType: 'Notice',
    Description: '各代收項目的收款區間與每筆手續費。',
    Audience: 'Company',
    PublishDate: addDays(today, -30),
    ExpireDate: addDays(today, 335),
    DownloadCount: 12,
    text: csvText([
      ['代收項目', '名稱', '收款區間（起）', '收款區間（迄）', '每筆手續費', '負擔方式'],
      ...marketItems.map(({ MarketItemCode, MarketItemName, MinAmount, MaxAmount, ChannelFee, FeeBearType }) => [
        MarketItemCode,
        MarketItemName,
        MinAmount,
        MaxAmount,
        ChannelFee,
        enumText('FeeBearType', FeeBearType),
      ]),
    ]),
  },
  {
    FileName: '代收服務異動申請書.txt',
    FileType: 'Form',
    Description: '新增通路、變更入帳帳號或聯絡人時，填妥用印後送交往來分行。',
    Audience: 'Company',
    PublishDate: addDays(today, -14),
    ExpireDate: null,
    DownloadCount: 3,
    text: [
      '代收服務異動申請書',
      '',
      '客戶名稱：',
      '統一編號：',
      '委託單位代號：',
      '異動項目：□ 新增通路　□ 終止通路　□ 變更入帳帳號　□ 變更聯絡人',
      '生效日期：　　年　　月　　日',
      '',
      '客戶簽章：',
      '',
    ].join('\r\n'),
  },
  {
    FileName: '年終連假撥款日調整說明.txt',
    FileType: 'Notice',
    Description: '連續假期前後的預計撥款日。',
    Audience: 'Company',
    PublishDate: addDays(today, 7),
    ExpireDate: addDays(today, 60),
    DownloadCount: 0,
    text: '連續假期的撥款日依各通路的約定提前或順延，請以「預計撥款日」欄位為準。\r\n',
  },
  {
    FileName: '客戶開通作業檢查表.txt',
    FileType: 'Tool',
    Description: '銀行人員開通新客戶時逐項確認。',
    Audience: 'Bank',
    PublishDate: addDays(today, -60),
    ExpireDate: null,
    DownloadCount: 0,
    text: ['□ 代收約定與通路', '□ 超商代收項目', '□ 企業管理者帳號', '□ 測試繳款單', ''].join('\r\n'),
  },
]

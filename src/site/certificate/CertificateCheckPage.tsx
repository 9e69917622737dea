import './certificate.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dateTimeText, money } from '../../browser/format'
import type { CertificateCheck } from '../../contract/extensions'
import { Field } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import { usePageTitle } from '../use-page-title'
import { useCertificateForm } from './use-certificate-form'

/** 繳費證明查驗: whoever holds a printed certificate types its number and code, or comes by an address that has them. */
export const Component = () => {
  usePageTitle('繳費證明查驗')
  const [search] = useSearchParams()
  const [found, setFound] = useState<CertificateCheck | null>(null)
  const form = useCertificateForm({ CertificateNo: search.get('CertificateNo') ?? '', CheckCode: search.get('CheckCode') ?? '' }, setFound)
  return (
    <article className="card narrow certificate">
      <h1>繳費證明查驗</h1>
      <p>輸入繳費證明上的證明編號與查驗碼，即可確認這份證明是否由本網站開立、內容是否相符。</p>
      <SiteForm form={form} submit="查驗">
        <Field
          form={form}
          name="CertificateNo"
          help="B 或 P 開頭，加 10 位數字"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <Field
          form={form}
          name="CheckCode"
          help="8 位英數字，例如 ABCD-2345"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
      </SiteForm>
      <div role="status">{found && <Result found={found} />}</div>
    </article>
  )
}

const Result = ({ found }: { found: CertificateCheck }) => (
  <section aria-label="查驗結果" className="certificate-result">
    <p className="note note-success">查驗相符。請與您手上的證明逐項核對。</p>
    <dl className="facts">
      {Object.entries(inWords(found)).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const inWords = (found: CertificateCheck) => ({
  證明編號: found.CertificateNo,
  收款單位: found.CustomerName,
  繳款人: found.PayerName,
  帳單編號: found.BillNo,
  已繳金額: money(found.PaidAmount, found.CurrencyType),
  繳費時間: dateTimeText(found.PaidTime),
})

import './certificate.css'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dateText, dateTimeText, moneyText } from '../../browser/format'
import { useIsServed } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { usePageTitle } from '../../browser/use-page-title'
import type { CertificateCheck } from '../../contract/call-responses'
import { parseCertificateNo } from '../../domain/bills/certificate'
import { cancelledOrReversedText } from '../../domain/payments/entry-state'
import { SiteField } from '../form/Field'
import { SiteForm } from '../form/SiteForm'
import { type FieldRules, type InputValues, type SiteFormState, useSiteForm } from '../form/use-form'
import { DescriptionList } from '../layout/DescriptionList'

/** Renders the page 繳費證明查驗, or a message if the backend cannot check certificates. */
export const Component = () => {
  usePageTitle('繳費證明查驗')
  return useIsServed()?.('Home.CheckCertificate') === false ? (
    <section className="card narrow message">
      <h1>繳費證明查驗</h1>
      <p>這個網站目前不提供繳費證明的查驗，請洽收款單位確認。</p>
    </section>
  ) : (
    <CertificateCheckForm />
  )
}

/**
 * Renders the form, which checks a printed certificate.
 * The user types its number and check code, or opens a URL that contains both.
 */
const CertificateCheckForm = () => {
  const [search] = useSearchParams()
  const [result, setResult] = useState<CertificateCheck | null>(null)
  const form = useCertificateForm(
    { CertificateNo: search.get('CertificateNo') ?? '', CheckCode: search.get('CheckCode') ?? '' },
    setResult,
  )
  return (
    <article className="card narrow certificate">
      <h1>繳費證明查驗</h1>
      <p>輸入繳費證明上的證明編號與查驗碼，即可確認這份證明是否由本網站開立、內容是否相符。</p>
      <SiteForm form={form} submitText="查驗">
        <SiteField form={form} name="CertificateNo" help="B 或 P 開頭，加 10 位數字" {...inputHints} />
        <SiteField form={form} name="CheckCode" help="8 位英數字，例如 ABCD-2345" {...inputHints} />
      </SiteForm>
      <div role="status">{result && <MatchingCertificate certificate={result} />}</div>
    </article>
  )
}

const inputHints = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 20 } as const

const MatchingCertificate = ({ certificate }: { certificate: CertificateCheck }) => (
  <section aria-label="查驗結果" className="certificate-result">
    {isValid(certificate) ? (
      <p className="note note-success">查驗相符。請與您手上的證明逐項核對。</p>
    ) : (
      <p className="note note-danger">{invalidText(certificate)}</p>
    )}
    <DescriptionList items={Object.entries(descriptionItemsOf(certificate))} />
  </section>
)

/** Returns whether a certificate is still valid: a reversed or cancelled payment makes it invalid. */
const isValid = ({ EntryState }: CertificateCheck): boolean => EntryState === 'Live'

/** Returns why a genuine certificate is no longer valid. */
const invalidText = ({
  EntryState,
  CounterAmount,
  CounterTime,
  PaidAmount,
  CurrencyType,
}: CertificateCheck): string => {
  const part = CounterAmount < PaidAmount ? `其中 ${moneyText(CounterAmount, CurrencyType)} ` : '所列的繳費'
  return `這份證明已失效：${part}已於 ${dateText(CounterTime)} ${cancelledOrReversedText(EntryState)}。如有疑問，請洽收款單位。`
}

const descriptionItemsOf = (certificate: CertificateCheck) => ({
  證明編號: certificate.CertificateNo,
  收款單位: certificate.CustomerName,
  繳款人: certificate.PayerName,
  帳單編號: certificate.BillNo,
  [isValid(certificate) ? '已繳金額' : '證明上的金額']: moneyText(certificate.PaidAmount, certificate.CurrencyType),
  繳費時間: dateTimeText(certificate.PaidTime),
  ...(certificate.CurrentAmount !== certificate.PaidAmount && {
    目前已繳金額: moneyText(certificate.CurrentAmount, certificate.CurrencyType),
  }),
})

const fieldNames = ['CertificateNo', 'CheckCode'] as const
type CertificateFieldName = (typeof fieldNames)[number]

/** Returns the state of the form, with the values of the URL filled in. */
const useCertificateForm = (
  initialValues: InputValues<CertificateFieldName>,
  onResult: (certificate: CertificateCheck | null) => void,
): SiteFormState<CertificateFieldName> => {
  const form = useSiteForm<CertificateFieldName>(
    fieldNames,
    () => rules,
    async (values) => {
      onResult(null)
      onResult(await call<CertificateCheck>('Home.CheckCertificate', { query: values, overlay: true }))
    },
  )
  const { CertificateNo, CheckCode } = initialValues
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is filled once for each URL
  useEffect(() => form.fill({ CertificateNo, CheckCode }), [CertificateNo, CheckCode])
  return form
}

const rules: FieldRules<CertificateFieldName> = {
  CertificateNo: {
    label: '證明編號',
    required: true,
    normalize: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
    check: (text) => (parseCertificateNo(text) ? undefined : '證明編號應為 B 或 P 開頭，加 10 位數字。'),
  },
  CheckCode: {
    label: '查驗碼',
    required: true,
    normalize: (text) => withHyphen(text.replace(/[\s-]/g, '').toUpperCase()),
    check: (text) => (/^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(text) ? undefined : '查驗碼應為 8 位英數字，例如 ABCD-2345。'),
  },
}

const withHyphen = (code: string) => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)

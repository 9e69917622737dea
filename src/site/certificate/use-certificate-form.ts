import { useEffect } from 'react'
import { call } from '../../browser/http'
import type { CertificateCheck } from '../../contract/extensions'
import { parseCertificateNo } from '../../domain/certificate'
import { type FieldRules, type Form, useForm, type Values } from '../form/use-form'

const names = ['CertificateNo', 'CheckCode'] as const
type Name = (typeof names)[number]

/** The form of the check; it begins with what the address brought, and tells of what was found. */
export const useCertificateForm = (brought: Values<Name>, tell: (found: CertificateCheck | null) => void): Form<Name> => {
  const form = useForm<Name>(
    names,
    () => rules,
    async (values) => {
      tell(null)
      tell(await call<CertificateCheck>('Home.CheckCertificate', { query: values, overlay: true }))
    },
  )
  const { CertificateNo, CheckCode } = brought
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled once for an address, whatever is typed afterwards
  useEffect(() => form.fill({ CertificateNo, CheckCode }), [CertificateNo, CheckCode])
  return form
}

const rules: FieldRules<Name> = {
  CertificateNo: {
    label: '證明編號',
    required: true,
    tidy: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
    check: (text) => (parseCertificateNo(text) ? undefined : '證明編號應為 B 或 P 開頭，加 10 位數字。'),
  },
  CheckCode: {
    label: '查驗碼',
    required: true,
    tidy: (text) => hyphened(text.replace(/[\s-]/g, '').toUpperCase()),
    check: (text) => (/^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(text) ? undefined : '查驗碼應為 8 位英數字，例如 ABCD-2345。'),
  },
}

const hyphened = (code: string) => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)

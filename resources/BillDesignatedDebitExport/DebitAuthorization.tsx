import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type PlainColumn,
  PlainTable,
  SectionCard,
  useAgreementOptions,
  useRights,
  useSchema,
  useSelectedAgreement,
  useTask,
  useToast,
} from '../../src/admin'
import { countText } from '../../src/browser/format'
import { ApiError } from '../../src/browser/http/api-error'
import { call, download } from '../../src/browser/http/client'
import type { AuthorizationPreview, NewDebitFile } from '../../src/contract/call-responses'
import { maxListedDebits } from '../../src/contract/debits'
import { useRefreshDebits } from './calls'
import { DebitFiles } from './DebitFiles'

/** Renders the form for a file of authorizations (P02), the payers who would go into it, and all earlier files. */
export const DebitAuthorization = () => {
  const { name } = useSchema()
  const can = useRights()
  return (
    <Stack spacing={2}>
      {can(name, 'Create') && <AuthorizationForm />}
      <DebitFiles />
    </Stack>
  )
}

/** The inputs, by the names of the parameters that refusals name. */
const emptyForm = { ApplyCode: '', TxId: '', ReapplyPayerIds: '', CancelPayerIds: '' }

type Inputs = typeof emptyForm

/** The messages of a refusal, by input. */
type Refused = Readonly<Partial<Record<keyof Inputs, string>>>

/** Returns the state of the form, and what its inputs and buttons do. */
const useAuthorizationForm = () => {
  const { selected, codes } = useSelectedAgreement()
  const [form, setForm] = useState<Inputs>({
    ...emptyForm,
    ApplyCode: selected ?? (codes.length === 1 ? (codes[0] ?? '') : ''),
  })
  const [refused, setRefused] = useState<Refused>({})
  const [preview, setPreview] = useState<AuthorizationPreview>()
  const formRef = useRef<HTMLFormElement>(null)
  const { busy, run } = useTask()
  const toast = useToast()
  const refresh = useRefreshDebits()
  const body = {
    ApplyCode: form.ApplyCode.trim(),
    TxId: form.TxId.trim(),
    ReapplyPayerIds: idsIn(form.ReapplyPayerIds),
    CancelPayerIds: idsIn(form.CancelPayerIds),
  }
  const change = (name: keyof Inputs, value: string): void => {
    setForm({ ...form, [name]: value })
    setRefused(({ [name]: _, ...others }) => others)
    setPreview(undefined)
  }
  /** Runs a task; a refusal of inputs is shown at them, and the first of them gets the focus. */
  const runShown = (task: () => Promise<void>) =>
    run(async () => {
      setRefused({})
      try {
        await task()
      } catch (error) {
        const found = refusedInputs(error)
        if (Object.keys(found).length === 0) throw error
        // The update is synchronous, because the input is found by its rendered attribute.
        flushSync(() => {
          setRefused(found)
          setPreview(undefined)
        })
        formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }
    })
  const showPreview = () =>
    runShown(async () =>
      setPreview(
        await call<AuthorizationPreview>('BillDesignatedDebitExport.PreviewAuthorization', { body, quiet: true }),
      ),
    )
  const makeFile = () =>
    runShown(async () => {
      const { FileId } = await call<NewDebitFile>('BillDesignatedDebitExport.NewAuthorization', { body, quiet: true })
      setPreview(undefined)
      toast('授權檔已製作，申請的繳款人改為「申請中」。')
      try {
        await download('BillDesignatedDebitExport.Download', { params: { FileId }, quiet: true })
      } finally {
        await refresh()
      }
    })
  return { form, refused, preview, formRef, busy, codes, change, showPreview, makeFile }
}

const refusedInputs = (error: unknown): Refused => {
  const messages = error instanceof ApiError ? error.errors : {}
  return Object.fromEntries(Object.entries(messages).filter(([name]) => Object.hasOwn(emptyForm, name)))
}

const AuthorizationForm = () => {
  const { form, refused, preview, formRef, busy, codes, change, showPreview, makeFile } = useAuthorizationForm()
  const agreements = useAgreementOptions(true) ?? codes.map((code) => ({ Value: code, Text: code }))
  const inputProps = (name: keyof Inputs, help?: string) => ({
    value: form[name],
    error: refused[name] !== undefined,
    helperText: refused[name] ?? help,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(name, target.value),
    fullWidth: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void showPreview()
  }
  return (
    <SectionCard
      title="授權檔（P02）"
      note="未申請與申請中的 ACH 繳款人都會送出，已送出、尚未回覆者除外；回覆檔由銀行收檔後更新授權狀態。"
    >
      <Stack component="form" noValidate spacing={2.5} aria-label="授權檔條件" onSubmit={submit} ref={formRef}>
        <TextField select label="委託單位代號" required {...inputProps('ApplyCode')}>
          {agreements.map(({ Value, Text }) => (
            <MenuItem key={Value} value={Value}>
              {Text}
            </MenuItem>
          ))}
        </TextField>
        <TextField label="交易代號" required {...inputProps('TxId', '票據交換所給貴公司的代號，3 位數字。')} />
        <TextField
          label="再申請的繳款人代號"
          {...inputProps('ReapplyPayerIds', '授權失敗或已終止、要再申請者，以空白或逗號分隔。')}
        />
        <TextField label="取消授權的繳款人代號" {...inputProps('CancelPayerIds', '以空白或逗號分隔。')} />
        <Button
          type="submit"
          variant={preview ? 'outlined' : 'contained'}
          loading={busy}
          sx={{ alignSelf: 'flex-end' }}
        >
          預覽
        </Button>
      </Stack>
      {preview && (
        <Stack spacing={2} sx={{ mt: 2 }}>
          <Typography role="status">{summaryOf(preview)}</Typography>
          {preview.StayOuts.length > 0 && (
            <PlainTable label="沒有送出的繳款人" columns={[...columns, misfit]} rows={preview.StayOuts} />
          )}
          {preview.Count > 0 && (
            <>
              <PlainTable label="送出的繳款人" columns={columns} rows={preview.Payers} />
              <Button variant="contained" loading={busy} onClick={() => void makeFile()} sx={{ alignSelf: 'flex-end' }}>
                製作授權檔
              </Button>
            </>
          )}
        </Stack>
      )}
    </SectionCard>
  )
}

const idsIn = (text: string): readonly string[] => text.split(/[\s,，、]+/).filter(Boolean)

const summaryOf = ({ Count, RestCount, StayOutCount }: AuthorizationPreview): string => {
  const listed = Count > maxListedDebits ? `（列出前 ${maxListedDebits} 位）` : ''
  const rest = RestCount > 0 ? `，超過一個檔案的上限、須再製作下一個檔案 ${countText(RestCount)} 位` : ''
  const stayOuts = StayOutCount > 0 ? `，資料不符檔案格式、更正後才能送出 ${countText(StayOutCount)} 位` : ''
  return `送出 ${countText(Count)} 位${listed}${rest}${stayOuts}。`
}

type Payer = AuthorizationPreview['Payers'][number]

const columns: readonly PlainColumn<Payer>[] = [
  { title: '繳款人代號', cell: ({ PayerId }) => PayerId },
  { title: '繳款人姓名', cell: ({ PayerName }) => PayerName },
  { title: '類別', cell: ({ AdMark }) => (AdMark === 'A' ? '申請' : '取消') },
]

const misfit: PlainColumn<AuthorizationPreview['StayOuts'][number]> = {
  title: '原因',
  style: { whiteSpace: 'normal', minWidth: 160 },
  cell: ({ Text }) => Text,
}

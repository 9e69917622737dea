import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useId, useState } from 'react'
import { useRefresh } from 'react-admin'
import {
  confirmingSender,
  dialogPaper,
  FileDrop,
  ImportOutcome,
  useAgreementOptions,
  useSchema,
  useSelectedAgreement,
} from '../../src/admin'
import { call } from '../../src/browser/http/client'
import { newRequestId, requestIdFor } from '../../src/browser/http/request-id'
import type { ImportResult } from '../../src/contract/imports'

/** Renders the dialog that imports a file of collections in one call, and then shows the result. */
export const UploadDialog = ({ onClose }: { onClose: () => void }) => {
  const { label } = useSchema()
  const { codes: ownCodes, selected } = useSelectedAgreement()
  // A backend may not say with which agreements the user works.
  const offered = useAgreementOptions(ownCodes.length === 0)
  const codes = ownCodes.length > 0 ? ownCodes : (offered ?? []).map(({ Value }) => Value)
  const [chosenCode, setApplyCode] = useState(selected)
  const applyCode = chosenCode ?? codes[0] ?? ''
  const [file, setFile] = useState<File | null>(null)
  const { busy, result, problem, upload } = useUpload()
  const titleId = useId()
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <DialogTitle id={titleId}>匯入{label}</DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          {result === undefined ? (
            <>
              <AgreementSelect codes={codes} value={applyCode} onChange={setApplyCode} />
              <FileDrop
                label="匯入檔案"
                file={file}
                onFile={setFile}
                accept=".xlsx,.csv,.txt"
                error={problem}
                help="可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題，每列一筆收款。"
              />
            </>
          ) : (
            <UploadResult result={result} />
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose} disabled={busy}>
          {result === undefined ? '取消' : '關閉'}
        </Button>
        {result === undefined && (
          <Button
            variant="contained"
            loading={busy}
            disabled={!file || applyCode === ''}
            onClick={() => file && void upload({ ApplyCode: applyCode, File: file })}
          >
            匯入
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface AgreementSelectProps {
  readonly codes: readonly string[]
  readonly value: string
  readonly onChange: (code: string) => void
}

const AgreementSelect = ({ codes, value, onChange }: AgreementSelectProps) => (
  <TextField
    select
    label="委託單位代號"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    helperText="用於檔案中沒有委託單位代號的資料。"
  >
    {codes.map((code) => (
      <MenuItem key={code} value={code}>
        {code}
      </MenuItem>
    ))}
  </TextField>
)

const UploadResult = ({ result }: { result: ImportResult | null }) => {
  const resource = useSchema()
  // A large file is imported after the call, and a bank's own backend may return no result.
  return result === null || result.JobId !== null ? (
    <Alert severity="info" role="status">
      檔案已收到，匯入的資料會列在清單。
    </Alert>
  ) : (
    <ImportOutcome resource={resource} result={result} />
  )
}

const callId = 'SelfCollection.UploadExcel'

/** Returns the function that uploads a file, and its result; undefined until there is one. */
const useUpload = () => {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ImportResult | null>()
  const [problem, setProblem] = useState<string>()
  // Stays the same while the dialog is open, so that a file whose response was lost is not imported twice.
  const [creationId] = useState(newRequestId)
  const upload = async (fields: { readonly ApplyCode: string; readonly File: File }) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const request = { ...fields, ...(await requestIdFor(callId, creationId)) }
      const send = (confirmation: object) =>
        call<ImportResult | null>(callId, { form: formOf({ ...request, ...confirmation }) })
      setResult(await confirmingSender()(send))
      refresh()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, result, problem, upload }
}

const formOf = (fields: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof File ? value : String(value))
  return form
}

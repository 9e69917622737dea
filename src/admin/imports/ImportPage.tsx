import { Box, Link, Stack, Typography } from '@mui/material'
import { Fragment } from 'react'
import { useCreatePath } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { countText } from '../../browser/format'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import { rulesOf } from '../../schema/field-types'
import { type ImportAction, importLimits } from '../../schema/language/import'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { DownloadButton } from '../components/DownloadButton'
import { FileDrop } from '../components/FileDrop'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { ImportSteps } from './ImportSteps'
import { StepCard } from './StepCard'
import { type ImportStepProps, useImport, useJobIdFromUrl } from './use-import'

/**
 * Renders the generated page that imports records from a spreadsheet.
 * The notification of an import job links to the result on this page.
 */
export const ImportPage = () => {
  const jobId = useJobIdFromUrl()
  return <ImportContent key={jobId} jobId={jobId} />
}

const ImportContent = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const wizard = useImport(resource, jobId)
  if (!resource.import) return null
  const props = { resource, spec: resource.import, wizard }
  return (
    <>
      <PageHeader resource={resource} task="匯入" {...(resource.import.action ? { title: '匯入處理檔' } : {})} />
      <ImportSteps {...props}>
        <FileStep {...props} />
      </ImportSteps>
    </>
  )
}

/** Renders the step that selects a file, with a button that downloads a template. */
const FileStep = ({ resource, spec, wizard }: ImportStepProps) => (
  <StepCard
    title="選擇檔案"
    aside={
      !spec.action && (
        <DownloadButton text="下載範本" onDownload={() => download(importEndpoint(resource, 'ImportTemplate'))} />
      )
    }
  >
    {spec.action && <FillingInstructions resource={resource} action={spec.action} />}
    <FileDrop
      label="匯入檔案"
      file={wizard.file}
      onFile={(file) => void wizard.selectFile(file)}
      accept=".xlsx,.csv,.txt"
      error={wizard.problem}
      help={`可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 ${Math.floor(spec.maxBytes / 1_048_576)} MB、${countText(spec.maxRows)} 筆。`}
    />
  </StepCard>
)

/** Renders how a file is downloaded and filled in whose rows do something with records. */
const FillingInstructions = ({ resource, action }: { resource: Resource; action: ImportAction }) => {
  const createPath = useCreatePath()
  return (
    <Stack spacing={1.5}>
      <Typography>
        在
        <Link component={RouterLink} to={createPath({ resource: resource.name, type: 'list' })}>
          清單
        </Link>
        {`查詢後按「下載處理檔」，填寫要處理的${resource.noun}，再選擇這個檔案。沒有填寫的列不會處理；一個檔案最多填寫 ${countText(importLimits.actionRows.max)} 列。`}
      </Typography>
      <Box component="dl" sx={instructionStyles}>
        {action.fields
          .filter(({ name }) => action.inputs.includes(name))
          .map((field) => (
            <Fragment key={field.name}>
              <Typography component="dt" sx={{ fontWeight: 600 }}>
                {field.label}
              </Typography>
              <Typography component="dd" color="textSecondary" sx={{ m: 0, mb: { xs: 1, sm: 0 } }}>
                {instructionOf(field)}
              </Typography>
            </Fragment>
          ))}
      </Box>
    </Stack>
  )
}

const instructionStyles = {
  m: 0,
  display: 'grid',
  columnGap: 2,
  rowGap: { xs: 0, sm: 1 },
  gridTemplateColumns: { sm: 'max-content 1fr' },
}

const instructionOf = (field: Field): string => {
  const options = rulesOf(field.type).cellTexts?.(field)
  return [
    ...(field.required ? ['要處理的列必填。'] : []),
    ...(options ? [`可填：${options.join('、')}。`] : []),
    field.help ?? '',
  ].join('')
}

import { Box, Button } from '@mui/material'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates/dates'
import { formViewFor } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { ReportResource } from '../../schema/language/resource'
import { defaultPeriod, reportPeriodErrors } from '../../schema/reports/period'
import { validateRecord } from '../../schema/rules/validate'
import { SearchButton } from '../components/SearchButton'
import { FormSectionCard } from '../form/FormSectionCard'
import { newRecordValues, resolverResult } from '../form/form-values'
import { SchemaForm, ServerMessage } from '../form/SchemaForm'
import { conditionContextNow } from '../hooks/condition-context'
import type { CurrentReport } from './use-report'

/** Renders the query form of a report, which validates its fields. The query runs when the user presses 查詢. */
export const ReportForm = ({ resource, report }: { resource: ReportResource; report: CurrentReport }) => {
  const [defaults] = useState(() => ({
    ...newRecordValues(resource),
    ...defaultPeriod(resource.report, taipeiToday(new Date())),
  }))
  const view = useMemo(() => formViewFor(resource, 'create'), [resource])
  const form = useForm({
    defaultValues: defaults,
    resolver: (values) => resolverResult(values, validateAll(resource, values).errors),
    mode: 'onTouched',
  })
  const send = (values: RecordValues) => report.run(validateAll(resource, values).value)
  return (
    <SchemaForm
      resource={resource}
      form={form}
      send={send}
      role="search"
      aria-label="查詢條件"
      sx={{ mb: 2, displayPrint: 'none' }}
    >
      <ServerMessage form={form} />
      {view.sections.map((section) => (
        <FormSectionCard key={section.title} view={view} section={section} />
      ))}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'flex-end',
          gap: 1,
          mt: 2,
          '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 40 },
        }}
      >
        <Button variant="outlined" onClick={() => form.reset(defaults)}>
          清除
        </Button>
        <SearchButton busy={report.state.busy} />
      </Box>
    </SchemaForm>
  )
}

const validateAll = (resource: ReportResource, values: Readonly<Record<string, unknown>>) => {
  const { value, errors } = validateRecord(resource, values, { mode: 'create', ...conditionContextNow() })
  return { value, errors: { ...reportPeriodErrors(resource.report, value), ...errors } }
}

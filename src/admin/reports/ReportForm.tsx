import SearchIcon from '@mui/icons-material/Search'
import { Box, Button } from '@mui/material'
import { useMemo, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates/dates'
import { formFor } from '../../schema/access/form-view'
import type { ReportResource } from '../../schema/language/resource'
import { firstPeriod, periodErrors } from '../../schema/reports/period'
import { validate } from '../../schema/rules/validate'
import { FormFields } from '../fields/value-source'
import { FormSectionCard } from '../form/FormSectionCard'
import { FormValues, newValues } from '../form/form-values'
import { aroundNow } from '../hooks/condition-context'
import type { Report } from './use-report'

/** The conditions of a report, with the rules of their fields. Nothing is asked until 查詢 is pressed. */
export const ReportForm = ({ resource, report }: { resource: ReportResource; report: Report }) => {
  const [first] = useState(() => ({ ...newValues(resource), ...firstPeriod(resource.report, taipeiToday(new Date())) }))
  const view = useMemo(() => formFor(resource, 'create'), [resource])
  const form = useForm({ defaultValues: first, resolver: resolverOf(resource), mode: 'onTouched' })
  const submit = form.handleSubmit(async (values) => {
    const { value } = judged(resource, values)
    for (const [name, message] of Object.entries(await report.ask(value))) form.setError(name, { message })
  })
  return (
    <FormFields value={resource.fields}>
      <FormValues form={form}>
        <Box component="form" noValidate role="search" aria-label="查詢條件" onSubmit={(event) => void submit(event)} sx={{ mb: 2, displayPrint: 'none' }}>
          {view.sections.map((section) => (
            <FormSectionCard key={section.title} form={view} section={section} />
          ))}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 2, '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 40 } }}>
            <Button variant="outlined" onClick={() => form.reset(first)}>
              清除
            </Button>
            <Button type="submit" variant="contained" startIcon={<SearchIcon />} loading={report.state.busy} loadingPosition="start">
              查詢
            </Button>
          </Box>
        </Box>
      </FormValues>
    </FormFields>
  )
}

const judged = (resource: ReportResource, values: Readonly<Record<string, unknown>>) => {
  const { value, errors } = validate(resource, values, { mode: 'create', ...aroundNow() })
  return { value, errors: { ...periodErrors(resource.report, value), ...errors } }
}

const resolverOf =
  (resource: ReportResource): Resolver =>
  (values) => {
    const errors = Object.entries(judged(resource, values).errors)
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors.map(([name, message]) => [name, { type: 'schema', message }])) }
  }

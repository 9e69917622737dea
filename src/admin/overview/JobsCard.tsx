import { SectionCard } from '../components/SectionCard'
import { JobList } from '../jobs/JobList'
import { isUnderWay, useJobs } from '../jobs/use-jobs'

/** Renders the user's jobs that are under way; nothing if there are none. */
export const JobsCard = () => {
  const underWay = useJobs().jobs?.filter(isUnderWay) ?? []
  if (underWay.length === 0) return null
  return (
    <SectionCard title="進行中的作業">
      <JobList jobs={underWay} onFollow={() => {}} />
    </SectionCard>
  )
}

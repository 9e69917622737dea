/** Ends a job's work early: somebody cancelled it, or it is no longer this process's to do. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped'

  constructor(readonly reason: 'cancelled' | 'lost') {
    super(reason === 'cancelled' ? 'The job was cancelled.' : 'The job is no longer in the hands of this process.')
  }
}

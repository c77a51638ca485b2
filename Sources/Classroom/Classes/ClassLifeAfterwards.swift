/// What is said of a class afterwards.
extension ClassLifeCycle {
    /// Reason why the class cannot be called off: it has begun, is over or is called off already.
    func cancellation(at: Instant) -> FieldProblem? {
        phase == .scheduled
            ? problem(.deleted, at: at) : FieldProblem("class", "phase", Self.message(phase))
    }

    /// Takes the class for one that took place then, and was not started or not ended.
    mutating func record(_ time: HeldTime, at: Instant) {
        guard phase == .scheduled || isInSession else { return }
        keep(doneAt: phase == .scheduled ? at : nil)
        (phase, startedAt, endedAt, runningSince) = (.saved, time.start, time.end, nil)
        worked = time.end.since(time.start)
    }

    /// Saves the class as ended before now. What was paused or resumed later does not count.
    mutating func save(endedAt end: Instant, at: Instant) {
        guard let startedAt, end > startedAt else { return apply(.saved, at: at) }
        let going = runningSince.map { max(0, end.since($0)) } ?? 0
        let worked = min(worked + going, end.since(startedAt))
        apply(.saved, at: at)
        (self.worked, endedAt) = (worked, end)
    }

    /// Puts right what is known of the class. Times that do not go together with others are left out.
    mutating func correct(_ correction: ClassCorrection) {
        venue = correction.venue ?? venue
        if correction.course != .leave { course = correction.course }
        guard correction.tellsTime, let told = told(correction), told.problem == nil else { return }
        (startedAt, endedAt) = (told.time.start, told.time.end)
        worked = told.time.end.since(told.time.start) - told.paused
    }

    /// Reason why the class cannot be corrected so; `nil` if it can.
    func problem(_ correction: ClassCorrection, at: Instant) -> FieldProblem? {
        guard phase == .saved else { return FieldProblem("class", "phase", Self.message(phase)) }
        guard correction.tellsTime, let told = told(correction) else { return nil }
        let field = correction.end == nil && correction.start != nil ? "start" : "end"
        return told.time.problem(field, at: at) ?? told.problem
    }

    /// Reason why the class cannot have ended then; `nil` if it can.
    func problem(endedAt end: Instant, at: Instant) -> FieldProblem? {
        if let startedAt, end <= startedAt {
            return FieldProblem("end", "order", "The end must be after the start.")
        }
        return HeldTime.problem(end: end, at: at)
    }

    /// Times and pause of a saved class, once it is corrected.
    private func told(_ correction: ClassCorrection) -> Told? {
        guard phase == .saved, let startedAt, let endedAt else { return nil }
        return Told(
            time: HeldTime(start: correction.start ?? startedAt, end: correction.end ?? endedAt),
            paused: correction.paused ?? paused(at: endedAt))
    }

    private struct Told {
        let time: HeldTime
        let paused: Int64

        var problem: FieldProblem? {
            if time.end <= time.start { return FieldProblem("end", "order", "The end must be after the start.") }
            guard paused < time.end.since(time.start) else {
                return FieldProblem("paused", "tooLong", "The pause must be shorter than the class.")
            }
            return nil
        }
    }
}

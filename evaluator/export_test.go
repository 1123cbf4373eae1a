package evaluator

// IsAdapted reports whether the last snapshot was made by adapting the program of the one before.
func (e *Engine) IsAdapted() bool { return e.last != nil && e.last.isAdapted }

// IsAdapted reports whether the snapshot was made by adapting the program of the one before.
func (s *Snapshot) IsAdapted() bool { return s.isAdapted }

// Release drops the last version of the files, as the engine does after rendering.
func (s *Snapshot) Release() { s.release() }

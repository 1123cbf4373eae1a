package pullconf

import "pantograph/evaluator/bind"

// form asks which client to evaluate, if there are several.
func (b *binder) form() (form bind.Form) {
	var names []string
	for _, c := range b.clients {
		names = append(names, c.name)
	}
	if len(names) > 1 {
		form.Choose(bind.Choice("client", "Client", "all", names...))
	}
	return form
}

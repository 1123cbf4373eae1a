package hot

import "pantograph/evaluator/ir"

// table returns the functions of all versions, in the order of the reference page. It is a function
// because binding arguments needs the table: a variable would make an initialisation cycle.
//
// since is the first version with a function; zero means from the beginning. until is the first
// that refuses it, and condition the first that allows it in conditions (1.1).
func table() []*function {
	return []*function{
		{Func: getParam, condition: v20161014, bind: bindGetParam},
		{Func: getResource, condition: never, bind: bindGetResource},
		{Func: getAttr, condition: never, bind: bindGetAttr},
		{Func: getFile, condition: never, bind: (*callSite).plain},
		{Func: resourceFacade, condition: never, bind: bindFacade},
		{Func: listJoin, condition: never, bind: bindListJoin},
		{Func: replacePlain, condition: never, bind: bindReplace},
		{Func: replaceEvery, since: v20170224, condition: never, bind: bindReplace},
		{Func: replaceFull, since: v20170901, condition: never, bind: bindReplace},
		{Func: strSplit, since: v20151015, condition: never, bind: bindSplit},
		{Func: digestFn, since: v20150430, condition: never, bind: (*callSite).plain},
		{Func: repeat, since: v20150430, condition: never, bind: bindRepeat},
		{Func: mapMerge, since: v20160408, condition: never, bind: (*callSite).plain},
		{Func: mapReplace, since: v20161014, condition: never, bind: (*callSite).plain},
		{Func: filter, since: v20170224, condition: never, bind: bindFilter},
		{Func: makeURL, since: v20170901, condition: never, bind: bindURL},
		{Func: concat, since: v20170901, condition: never, bind: (*callSite).plain},
		{Func: concatUnique, since: v20170901, condition: never, bind: (*callSite).plain},
		{Func: containsFn, since: v20170901, condition: v20170901, bind: bindContains},
		{Func: ifFunc, since: v20161014, condition: never, bind: bindIf},
		{Func: yaqlFunc, since: v20161014, condition: v20170901, bind: bindYaql},
		{Func: equals, since: v20161014, condition: v20161014, inside: true, bind: bindEquals},
		{Func: not, since: v20161014, condition: v20161014, inside: true, bind: bindNot},
		{Func: and, since: v20161014, condition: v20161014, inside: true, bind: bindJunction},
		{Func: or, since: v20161014, condition: v20161014, inside: true, bind: bindJunction},
		{Func: cloudRef, until: v20141016, condition: never, bind: bindRef},
		{Func: cloudSelect, until: v20151015, condition: never, bind: bindCloud},
		{Func: cloudJoin, until: v20141016, condition: never, bind: bindCloud},
		{Func: cloudSplit, until: v20141016, condition: never, bind: bindCloud},
		{Func: cloudReplace, until: v20141016, condition: never, bind: bindCloud},
		{Func: cloudBase64, until: v20141016, condition: never, bind: (*callSite).plain},
		{Func: cloudZones, until: v20141016, condition: never, bind: (*callSite).plain},
		{Func: cloudMembers, until: v20141016, condition: never, bind: bindCloud},
		{Func: cloudFacade, until: v20141016, condition: never, bind: bindFacade},
	}
}

// functions returns the functions by name.
func functions() map[string]*function {
	all := table()
	byName := make(map[string]*function, len(all))
	for _, fn := range all {
		if fn.until == 0 {
			fn.until = never
		}
		byName[fn.Name] = fn
	}
	return byName
}

func init() {
	for _, fn := range table() {
		Dialect.Funcs = append(Dialect.Funcs, fn.Func)
	}
}

// cloudFacade is the CloudFormation name of resource_facade.
var cloudFacade = &ir.Func{
	Name: "Fn::ResourceFacade", Result: "any",
	Doc:    "Like resource_facade, for Metadata, DeletionPolicy and UpdatePolicy.",
	Params: resourceFacade.Params, Lazy: resourceFacade.Lazy,
}

use super::*;

fn held(quote: &str, body: &str) -> Option<Vec<String>> {
    Elided::of(quote)
        .expect("the quotation has an elision")
        .held(&Folded::new(body))
        .map(|held| held.left_out)
}

#[test]
fn parts_lie_between_elisions() {
    let texts =
        |text: &'static str| parts(text).into_iter().map(|part| text.get(part).unwrap()).collect::<Vec<_>>();
    assert_eq!(texts("a b … c ... d [...] e […] f"), ["a b", "c", "d", "e", "f"]);
    assert_eq!(texts("… a .... b.."), ["a", "b.."]);
    assert_eq!(texts("[x] … [ a"), ["[x]", "[ a"]);
    assert_eq!(texts("…"), Vec::<&str>::new());
    assert!(Elided::of(" no elision. ").is_none());
    assert!(Elided::of("… ...").is_none());
}

#[test]
fn the_parts_stand_in_their_order_and_what_is_left_out_is_told() {
    let body = "it is not permitted by us to say that all of it is permitted here, we think";
    assert_eq!(
        held("permitted by us … it is permitted here", body),
        Some(vec!["to say that all of".to_owned()])
    );
    assert_eq!(held("it is permitted here … permitted by us", body), None);
    assert_eq!(held("it is … permitted by us to", body), None, "a part of two words proves nothing");
    let swallowed = "we said it is surely not permitted by anyone";
    assert_eq!(held("we said it is … permitted by anyone", swallowed), Some(vec!["surely not".to_owned()]));
    assert_eq!(held("one two three … one two three", "one two three"), None, "no part stands over another");
    assert_eq!(
        held("one two three … four five six", "one two three four five six"),
        Some(vec![String::new()])
    );
}

#[test]
fn the_parts_are_as_near_as_they_can_be() {
    let body = "one two three, then one two three and four five six";
    assert_eq!(held("one two three … four five six", body), Some(vec!["and".to_owned()]));
}

#[test]
fn an_elision_the_record_has_splits_nothing() {
    let body = "the queue… was long and then we all went home";
    assert_eq!(held("the queue… was long … we all went home", body), Some(vec!["and then".to_owned()]));
    assert_eq!(held("… the queue… was …", body), Some(vec![]));
    assert_eq!(held("the queue … was long and then", body), None);
}

#[test]
fn many_elisions_are_no_burden() {
    let quote = vec!["one two three"; 300].join(" … ");
    let body = vec!["one two three and four"; 300].join(" so ");
    assert_eq!(held(&quote, &body).map(|left_out| left_out.len()), Some(299));
}

#[test]
fn words_are_what_says_something() {
    assert_eq!(count_words("the  queue"), 2);
    assert_eq!(count_words("the – queue"), 2);
    assert_eq!(count_words("well-known fact"), 2);
    assert_eq!(count_words("見つかった"), 5);
    assert_eq!(count_words("… \" "), 0);
}
